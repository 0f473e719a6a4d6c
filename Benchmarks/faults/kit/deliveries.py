"""What a receiver has written down, compared with what the outbox has and what is marked as delivered."""
import collections


class Requests:
    """Of one webhook, in the order in which they came."""

    def __init__(self, requests):
        self.requests = requests
        self.taken = {request["id"] for request in requests if request["is_taken"]}

    @property
    def count(self):
        return len(self.requests)

    @property
    def unsigned(self):
        return sum(not request["is_signed"] for request in self.requests)

    @property
    def repeated(self):
        """Requests for a change that was taken before."""
        return sum(request["is_taken"] for request in self.requests) - len(self.taken)

    @property
    def reordered(self):
        """Requests that came before an earlier change of their subject was taken."""
        next_of, found = {}, 0
        for request in self.requests:
            subject, sequence = request["subject"], request["sequence"]
            if subject is None:
                continue
            expected = next_of.setdefault(subject, sequence)
            found += sequence > expected
            if request["is_taken"] and sequence == expected:
                next_of[subject] = sequence + 1
        return found


class Outbox:
    """The changes behind a position."""

    def __init__(self, cluster, first):
        self.cluster, self.first = cluster, first
        lines = cluster.sql(f"SELECT id, subject, sequence, type FROM changes WHERE position > {first}").splitlines()
        self.changes = {id: rest for id, *rest in (line.split("|") for line in lines)}

    @property
    def gaps(self):
        """Sequences of subjects that are missing, or there twice."""
        sequences = collections.defaultdict(list)
        for subject, sequence, _ in self.changes.values():
            if subject:
                sequences[subject].append(int(sequence))
        return sum(after - before != 1 for found in map(sorted, sequences.values()) for before, after in zip(found, found[1:]))

    @property
    def unrecorded(self):
        """How many changes of balances differ from the entries of the ledger."""
        changed = sum(type == "balance.changed" for _, _, type in self.changes.values())
        return abs(changed - int(self.cluster.sql("SELECT count(*) FROM ledger_entries")))

    def delivered(self, webhook):
        """The ids of changes that are marked as delivered."""
        return set(self.cluster.sql(f"""
            SELECT change FROM deliveries WHERE webhook = '{webhook}' AND position > {self.first} AND state = 'delivered'""")
            .splitlines())
