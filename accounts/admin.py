"""People in the administration; it is entered through the site's own sign-in."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Person

# The site's sign-in counts failed attempts; the administration's own does not.
admin.site.site_header = admin.site.site_title = "Tirada"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]


class PersonCreationForm(AdminUserCreationForm):
    class Meta:
        model = Person
        fields = ("email", "display_name")


class PersonChangeForm(UserChangeForm):
    class Meta:
        model = Person
        fields = "__all__"


@admin.register(Person)
class PersonAdmin(UserAdmin):
    """Find a person, suspend them, give or take rights."""

    form = PersonChangeForm
    add_form = PersonCreationForm
    list_display = ("display_name", "email", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "language")
    search_fields = ("display_name", "email", "public_id")
    ordering = ("email", "id")
    readonly_fields = ("public_id", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("display_name", "email", "password", "public_id")}),
        (_("Preferences"), {"fields": ("language", "time_zone", "theme")}),
        (
            _("Rights"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("email", "display_name", "usable_password", "password1", "password2"),
            },
        ),
    )

    def get_readonly_fields(
        self, request: HttpRequest, obj: Person | None = None
    ) -> tuple[str, ...]:
        """Leave an address to its owner: changing it here would hand the account over."""
        return (*self.readonly_fields, "email") if obj else self.readonly_fields
