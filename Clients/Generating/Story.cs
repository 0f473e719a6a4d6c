using System;
using System.Threading.Tasks;
using ShipmateApi.Api;
using ShipmateApi.Client;
using ShipmateApi.Model;

/// A first start, an event and the balances with the generated client: `Story.exe HOST-URL`.
static class Story
{
    static int Main(string[] arguments) { return Play(arguments[0]).GetAwaiter().GetResult(); }

    static async Task<int> Play(string host)
    {
        // Keep the key until the reply is there: the same key gives the same user.
        var install = Guid.NewGuid().ToString("N");
        var made = await new UsersApi(host).SignUpAnonymouslyAsync(new SignUpRequest(), install);
        var me = new Configuration { BasePath = host, AccessToken = made.Session.AccessToken };
        var level = new LevelReached(Guid.NewGuid(), LevelReachedType.LevelReached, 6);
        var reply = await new EventsApi(me).PostEventAsync(new EventRequest(level));
        var balances = await new MoneyApi(me).ShowBalancesAsync();
        Console.WriteLine("C#: level " + reply.User.Level + ", " + balances.Balances.Count + " balances");
        return reply.User.Level == 6 ? 0 : 1;
    }
}
