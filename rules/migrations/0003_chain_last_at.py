"""The time of a chain's last entry stands beside its number and hash."""

from django.db import migrations, models

FILL = """
UPDATE rules_chain SET last_at = rules_ledgerentry.at FROM rules_ledgerentry
WHERE rules_ledgerentry.campaign = rules_chain.campaign
  AND rules_ledgerentry.seq = rules_chain.seq;
"""


class Migration(migrations.Migration):
    dependencies = [("rules", "0002_append_only")]

    operations = [
        migrations.AddField(
            model_name="chain",
            name="last_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
