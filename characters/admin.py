"""Characters in the administration: to look at; the site's pages change them, and say why."""

from django.contrib import admin
from django.http import HttpRequest

from characters.models import Change, Character, TablePool


class LookOnly:
    """Nothing is added, changed or deleted here: that would leave no line in the history."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ChangeInline(LookOnly, admin.TabularInline):
    model = Change
    extra = 0
    fields = ["at", "kind", "by", "reason", "differences"]
    ordering = ["-at", "-id"]


@admin.register(Character)
class CharacterAdmin(LookOnly, admin.ModelAdmin):
    list_display = ["cast_member", "campaign", "player", "status", "experience", "changed_at"]
    list_filter = ["status", "cast_member__kind"]
    search_fields = ["cast_member__name", "cast_member__campaign__title"]
    list_select_related = ["cast_member__campaign", "cast_member__player"]
    ordering = ["-changed_at", "-id"]
    inlines = [ChangeInline]

    @admin.display(ordering="cast_member__campaign__title")
    def campaign(self, character: Character) -> str:
        return str(character.cast_member.campaign)

    @admin.display(ordering="cast_member__player__display_name")
    def player(self, character: Character) -> str:
        return str(character.cast_member.player or "–")


@admin.register(TablePool)
class TablePoolAdmin(LookOnly, admin.ModelAdmin):
    list_display = ["campaign", "gm_bennies"]
    list_select_related = ["campaign"]
    search_fields = ["campaign__title"]
    ordering = ["-id"]
