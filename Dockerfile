# One image for web, worker, scheduler and setup; the command says which.
FROM python:3.11-slim-bookworm
ENV PYTHONUNBUFFERED=1 LC_ALL=C.UTF-8 VAR_DIR=/var/lib/tirada
WORKDIR /srv/tirada
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY . .
RUN useradd --system --home-dir /var/lib/tirada --create-home tirada \
    && python -c "from pathlib import Path; from config.run.translations import compile_all; compile_all(Path('locale'))" \
    && STATIC_ROOT=/srv/static python manage.py collectstatic --no-input \
    && chown -R tirada /srv/static
ENV STATIC_ROOT=/srv/static
USER tirada
EXPOSE 8000
CMD ["python", "-m", "uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "5"]
