"""The database itself refuses to change or remove what the ledger holds, whoever asks."""

from django.db import migrations

TABLES = ("rules_ledgerentry", "rules_sealedbody")

FUNCTION = """
CREATE FUNCTION rules_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation';
END
$$;
"""

TRIGGERS = """
CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION rules_append_only();
CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION rules_append_only();
"""

REVERSE = """
DROP TRIGGER {table}_no_change ON {table};
DROP TRIGGER {table}_no_truncate ON {table};
"""


class Migration(migrations.Migration):
    dependencies = [("rules", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION rules_append_only();"),
        *(
            migrations.RunSQL(TRIGGERS.format(table=table), REVERSE.format(table=table))
            for table in TABLES
        ),
    ]
