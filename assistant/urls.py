"""Every page and fragment by name; the doors of programs are added beside them."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import path

from assistant.api import api
from assistant.views import account, begin, chat, conflicts, documents, entities, inbox, judge, ledger, more, stream
from assistant.views import settings as preferences

urlpatterns = [
    path("", chat.new, name="chat"),
    path("c/<int:pk>/", chat.conversation, name="conversation"),
    path("c/<int:pk>/rename/", chat.rename, name="conversation-rename"),
    path("c/<int:pk>/delete/", chat.delete, name="conversation-delete"),
    path("send/", chat.send, name="message-send"),
    path("m/<int:pk>/", chat.message, name="message"),
    path("m/<int:pk>/stream/", stream.stream, name="message-stream"),
    path("m/<int:pk>/stop/", stream.stop, name="message-stop"),
    path("m/<int:pk>/again/", chat.again, name="message-again"),
    path("m/<int:pk>/learned/", chat.learned, name="message-learned"),
    path("evidence/<int:pk>/judge/", judge.judge, name="judge"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("inbox/decide/", inbox.decide, name="inbox-decide"),
    path("inbox/settle/<int:pk>/", inbox.settle, name="inbox-settle"),
    path("inbox/<int:pk>/", inbox.mend, name="inbox-mend"),
    path("index/", entities.index, name="index"),
    path("index/<int:pk>/", entities.entity, name="entity"),
    path("index/<int:pk>/fact/", entities.add_fact, name="entity-fact"),
    path("index/<int:pk>/edit/", entities.edit, name="entity-edit"),
    path("index/<int:pk>/merge/", entities.merge, name="entity-merge"),
    path("index/<int:pk>/delete/", entities.delete, name="entity-delete"),
    path("fact/<int:pk>/decide/", entities.decide, name="fact-decide"),
    path("conflicts/", conflicts.conflicts, name="conflicts"),
    path("conflicts/<int:pk>/", conflicts.resolve, name="conflict-resolve"),
    path("documents/", documents.documents, name="documents"),
    path("documents/<int:pk>/", documents.document, name="document"),
    path("documents/<int:pk>/card/", documents.card, name="document-card"),
    path("documents/<int:pk>/retry/", documents.retry, name="document-retry"),
    path("documents/<int:pk>/remove/", documents.remove, name="document-remove"),
    path("ledger/", ledger.ledger, name="ledger"),
    path("ledger/undo/", ledger.undo_last, name="undo-last"),
    path("ledger/<int:pk>/undo/", ledger.undo, name="undo"),
    path("settings/", preferences.settings, name="settings"),
    path("settings/person/", preferences.person, name="settings-person"),
    path("settings/keys/", preferences.keys, name="settings-keys"),
    path("settings/tokens/", preferences.create_token, name="token-create"),
    path("settings/tokens/<int:pk>/revoke/", preferences.revoke_token, name="token-revoke"),
    path("settings/sample/", preferences.remove_sample, name="sample-remove"),
    path("settings/password/", account.ChangePassword.as_view(), name="password"),
    path("more/", more.more, name="more"),
    path("begin/", begin.begin, name="begin"),
    path("begin/things/", begin.first_things, name="first-things"),
    path("begin/sample/", begin.sample_book, name="sample"),
    path("login/", account.SignIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
]
