import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit 5 extension: a parameter of the type App is a Shipmate app of the test's own.
 *
 * <pre>
 * &#64;ExtendWith(ShipmateExtension.class)
 * class SignUpTest {
 *   &#64;Test void signUp(ShipmateExtension.App app) throws Exception {
 *     String uid = app.call("POST", "/v1/users", "{}", null).text("uid");
 *   }
 * }
 * </pre>
 *
 * The program is `shipmate` in the path, or the one that SHIPMATE_BINARY names. SHIPMATE_TEST_SERVER names the URL of a
 * server that runs already, and SHIPMATE_TEST_TOKEN its token. Bodies are JSON texts: read them with your own library.
 */
public class ShipmateExtension implements ParameterResolver, AfterEachCallback {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ExtensionContext.Namespace APPS = ExtensionContext.Namespace.create(ShipmateExtension.class);
  private static Process process;
  private static String url = System.getenv("SHIPMATE_TEST_SERVER");

  /** A reply: its status, and its JSON as a text. */
  public record Reply(int status, String body) {
    /** The first text member of a name, wherever it is. */
    public String text(String name) {
      return find(name, "\"((?:[^\"\\\\]|\\\\.)*)\"");
    }

    /** The first whole number of a name, wherever it is. */
    public long number(String name) {
      return Long.parseLong(find(name, "(-?\\d+)"));
    }

    private String find(String name, String value) {
      Matcher matcher = Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*" + value).matcher(body);
      if (!matcher.find()) throw new IllegalStateException("no " + name + " in " + body);
      return matcher.group(1);
    }
  }

  /** One app, with its own database, clock, mails and webhooks. */
  public static final class App {
    public final String url;
    public final String adminKey;
    public final String serverKey;

    App(Reply made) {
      url = made.text("url");
      adminKey = made.text("admin_key");
      serverKey = made.text("server_key");
    }

    /** A cut connection is an IOException. */
    public Reply call(String method, String path, String body, String token) throws Exception {
      return send(url, method, path, body, token);
    }

    private Reply test(String method, String path, String body) throws Exception {
      Reply reply = send(url, method, path, body, System.getenv("SHIPMATE_TEST_TOKEN"));
      if (reply.status() >= 400) throw new IOException(reply.status() + ": " + reply.body());
      return reply;
    }

    /** Moves the clock, such as by 49h. Returns what was done meanwhile. */
    public Reply advance(String span) throws Exception {
      return test("POST", "/test/clock", "{\"advance\": \"" + span + "\"}");
    }

    public Reply freeze() throws Exception {
      return test("POST", "/test/clock", "{\"frozen\": true}");
    }

    /** A programme and players, as JSON. Returns the players, with uid and tokens. */
    public Reply seed(String json) throws Exception {
      return test("POST", "/test/seed", json);
    }

    /** The name of a list: mails, webhooks or calls; a query such as wait=2s, or an empty text. */
    public Reply list(String name, String query) throws Exception {
      return test("GET", "/test/" + name + "?" + query, null);
    }

    /** Has the next call that matches fail, by a member such as "do": "lose_reply", or "status": 503. */
    public void fault(String match, String kind) throws Exception {
      test("POST", "/test/faults", "{\"match\": \"" + match + "\", " + kind + "}");
    }

    public void reset() throws Exception {
      test("POST", "/test/reset", "{}");
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == App.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context.getStore(APPS).getOrComputeIfAbsent("app", key -> {
      try {
        return new App(send(server(), "POST", "/test/apps", null, System.getenv("SHIPMATE_TEST_TOKEN")));
      } catch (Exception error) {
        throw new IllegalStateException("no app of a test server", error);
      }
    });
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    App app = context.getStore(APPS).remove("app", App.class);
    if (app != null) app.test("DELETE", "/test", null);
  }

  /** It ends with its standard input, however the tests end. */
  private static synchronized String server() throws IOException {
    if (url != null) return url;
    String program = System.getenv().getOrDefault("SHIPMATE_BINARY", "shipmate");
    process = new ProcessBuilder(program, "test-server").redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
    if (line == null) throw new IOException(program + " test-server did not start");
    url = new Reply(200, line).text("url");
    return url;
  }

  private static Reply send(String base, String method, String path, String body, String token) throws Exception {
    HttpRequest.BodyPublisher content =
        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base.replaceAll("/$", "") + path));
    request.version(HttpClient.Version.HTTP_1_1).method(method, content);
    if (body != null) request.header("Content-Type", "application/json");
    if (token != null) request.header("Authorization", "Bearer " + token);
    HttpResponse<String> reply = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Reply(reply.statusCode(), reply.body());
  }
}
