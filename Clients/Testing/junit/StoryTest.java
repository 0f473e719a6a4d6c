import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A stranger's tests: they know the API and the extension, and nothing of the server. */
@ExtendWith(ShipmateExtension.class)
class StoryTest {
  private static final String RULE = """
      {"name": "tutorial", "description": "Finished the tutorial", "state": "active",
       "when": [{"milestone": "tutorial_completed"}, {"referred": true}],
       "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 100}],
       "hold": {"hours": 48}, "limits": {"budget": 1000000}}""";

  @Test
  void paysAfterTheHoldAndLosesNoAccount(ShipmateExtension.App app) throws Exception {
    app.call("POST", "/v1/admin/rules", RULE, app.adminKey);
    var anne = app.call("POST", "/v1/users", "{}", null);
    var friend = "{\"referred_by\": \"" + anne.text("referral_code") + "\"}";
    var ben = app.call("POST", "/v1/users", friend, null);
    var event = "{\"id\": \"" + UUID.randomUUID() + "\", \"type\": \"milestone_reached\", "
        + "\"milestone\": \"tutorial_completed\"}";
    assertEquals(200, app.call("POST", "/v1/events", event, ben.text("access_token")).status());
    assertEquals(1, app.advance("49h").number("released"));
    var body = "{\"refresh_token\": \"" + anne.text("refresh_token") + "\"}";
    app.fault("POST /v1/sessions/refresh", "\"do\": \"lose_reply\"");
    assertThrows(IOException.class, () -> app.call("POST", "/v1/sessions/refresh", body, null));
    var session = app.call("POST", "/v1/sessions/refresh", body, null);
    var balances = app.call("GET", "/v1/users/me/balances", null, session.text("access_token"));
    assertEquals(100, balances.number("pieces_of_eight"));
  }

  @Test
  void movesForwardOnly(ShipmateExtension.App app) throws Exception {
    app.freeze();
    assertThrows(IOException.class, () -> app.advance("-1h"));
  }
}
