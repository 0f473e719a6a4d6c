"""Who comes: honest players, and those who would be paid without bringing anybody. The same each time."""
import random

DAY = 86_400
DAYS = 60
# Of phones on the move, whose carrier has many behind each address.
CARRIER_ADDRESSES = 300
ATTACKS = ("farm", "ring", "one device", "plus-addresses", "slow accounts")


class Player:
    """One account. Times are seconds from the first day."""

    def __init__(self, group, name, address, device, email, came, plays_after, referrer=None, is_script=False):
        self.group, self.name, self.address, self.device, self.email = group, name, address, device, email
        self.came, self.plays_after, self.referrer, self.is_script = came, plays_after, referrer, is_script
        # As the service knows it, once it has signed up.
        self.uid = self.code = self.token = None
        # Whom it names as its referrer only later, if anybody.
        self.names_later = None

    @property
    def was_brought(self):
        return bool(self.referrer or self.names_later)


class Crowd:
    def __init__(self, seed, honest):
        self.random = random.Random(seed)
        self.honest = honest
        self.players = []

    def attackers(self):
        for attack in (self.farm, self.ring, self.one_device, self.plus_addresses, self.slow_accounts):
            attack()
        return self.in_order()

    def everybody(self):
        self.attackers()
        self.streamer(500)
        self.school(200)
        while self.count("honest") < self.honest:
            self.random.choice((self.family, self.friends, self.friends))()
        return self.in_order()

    def in_order(self):
        """In which they come: nobody before whoever brought it."""
        self.players.sort(key=lambda player: player.came)
        return self.players

    def count(self, group):
        return sum(player.group == group for player in self.players)

    def add(self, group, came, referrer=None, address=None, device=None, email=None, plays_after=None, is_script=False):
        number = len(self.players)
        came = max(came, referrer.came + 60 if referrer else 0)
        player = Player(
            group, f"player-{number}", address or self.address(), device or f"device {number}",
            email or f"player{number}@example{number % 7}.com", came,
            self.random.uniform(1_800, 20 * DAY) if plays_after is None else plays_after, referrer, is_script)
        self.players.append(player)
        return player

    def address(self):
        """A carrier's, which many share, or a household's own: of IPv4, or a /64."""
        part = self.random.randrange
        if self.random.random() < 0.3:
            number = part(CARRIER_ADDRESSES)
            return f"203.0.{113 + number // 250}.{number % 250}"
        if self.random.random() < 0.6:
            return f"{part(1, 200)}.{part(256)}.{part(256)}.{part(1, 255)}"
        return f"2001:db8:{part(65536):x}:{part(65536):x}::{part(1, 65536):x}"

    def day(self):
        return self.random.uniform(0, DAYS * DAY)

    def friends(self):
        """Somebody, and one to six friends over some weeks."""
        first = self.add("honest", self.day())
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3, 4, 6))):
            self.add("honest", first.came + self.random.uniform(600, 30 * DAY), first)

    def family(self):
        """Two to five behind one address; the first brings the others, most of them on one evening. Of some two play on
        one device."""
        address = self.address()
        first = self.add("honest", self.day(), address=address)
        for _ in range(self.random.randint(1, 4)):
            away = self.random.choice((3_600, 3_600, 10 * DAY))
            device = first.device if self.random.random() < 0.05 else None
            self.add("honest", first.came + self.random.uniform(120, away), first, address, device)

    def school(self, pupils):
        """Behind one address; each is brought by one who is there already."""
        address, there = self.address(), []
        for _ in range(pupils):
            came = (there[-1].came if there else self.day()) + self.random.uniform(30, 3 * 3_600)
            there.append(self.add("honest", came, self.random.choice(there) if there else None, address))

    def streamer(self, viewers):
        """Brings them in an hour."""
        star = self.add("honest", 5 * DAY)
        for _ in range(viewers):
            self.add("honest", 10 * DAY + self.random.uniform(0, 3_600), star)

    def farm(self):
        """A script: 1,000 accounts from one address, each at level 6 at once."""
        first = self.add("farm", DAY)
        for number in range(1_000):
            self.add("farm", DAY + 60 + number, first, "198.51.100.7", plays_after=2, is_script=True)

    def ring(self):
        """Ten accounts, each with a phone of its own and brought by the one before, the first by the last."""
        first = last = self.add("ring", 2 * DAY)
        for number in range(9):
            last = self.add("ring", 2 * DAY + number * 3_600, last)
        first.names_later = last

    def one_device(self):
        """Fifty accounts on one phone, over days, brought by an account on another."""
        first = self.add("one device", 3 * DAY)
        for number in range(50):
            self.add("one device", 3 * DAY + number * 7_200, first, device="the phone")

    def plus_addresses(self):
        """A hundred accounts of one mailbox, each on a device and an address of its own."""
        first = self.add("plus-addresses", 4 * DAY, email="cheat@gmail.com")
        for number in range(100):
            self.add("plus-addresses", 4 * DAY + number * 3_600, first, email=f"c.heat+{number}@gmail.com")

    def slow_accounts(self):
        """Three hundred from a /48 of IPv6, a /64 each, with a device and a mailbox each, that play for days."""
        first = self.add("slow accounts", 6 * DAY)
        for number in range(300):
            self.add("slow accounts", 6 * DAY + number * DAY / 8, first, f"2001:db8:beef:{number:x}::1",
                     plays_after=self.random.uniform(DAY, 5 * DAY))
