"""An administrator of a server, who makes and removes webhooks."""
import http.client
import json
import time

# Longer than a process may write for a listener that is gone.
LISTENERS_SECONDS = 2


class Admin:
    def __init__(self, server):
        self.server = server
        self.key = server.command("keys", "create", "--scope", "admin", "--name", "bench")

    def make_webhook(self, url, **terms):
        """Returns its id once every process writes its types."""
        terms = {"url": url, "types": "*", "description": "bench"} | terms
        return self.ask("POST", "/v1/admin/webhooks", terms)["webhook"]["id"]

    def remove_webhook(self, id):
        """Returns once its deliveries are deleted and no process writes for it."""
        self.ask("DELETE", f"/v1/admin/webhooks/{id}")
        while self.server.cluster.sql(f"SELECT count(*) FROM webhooks WHERE id = '{id}'") != "0":
            time.sleep(0.1)
        time.sleep(LISTENERS_SECONDS)

    def delivered(self, webhook):
        return int(self.server.metric(f'shipmate_webhook_delivered_total{{webhook="{webhook}"}}'))

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=30)
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            reply = connection.getresponse()
            text = reply.read()
        finally:
            connection.close()
        if not 200 <= reply.status < 300:
            raise RuntimeError(f"{method} {path}: {reply.status} {text}")
        return json.loads(text) if text else None
