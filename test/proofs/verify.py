"""Verifies the export of an affiliate's account. This program was written from docs/proofs.md alone. It needs only Python 3.11."""
import argparse, base64, bisect, collections, datetime, decimal, functools, hashlib, hmac, http.client, json, math, pathlib, re, sys, time, types, urllib.request
ORDER = ["damaged", "split", "rewritten", "left out", "terms cut", "promise not kept", "backdated", "impossible", "wrong sum", "withdrawn"]
PAGE = (pathlib.Path(__file__).parents[2] / "docs/proofs.md").read_text(encoding="utf-8")
NEWEST = dict(re.findall(r"(\w+) (\d+)", PAGE.split("<!-- types -->")[1].split("<!-- end -->")[0]))
LATER_STATUSES = [(a, b) for a in ("pending", "approved") for b in ("approved", "completed", "rejected") if a != b]
FIRST_TIERS = [{"tier": i, "threshold": t, "rateBps": r} for i, t, r in (("bronze", 0, 2000), ("silver", 20, 2500), ("gold", 40, 3000), ("platinum", 100, 4000))]
LARGEST, MINUTE, DAY = 2**53 - 1, 60_000, 86_400_000
class Damaged(ValueError): """Nothing follows from this file."""
class WrongUse(Exception): """The program was called in a wrong way."""
problems, not_checked, remarks = [], [], []  # A problem is a pair of a verdict and a text.
def problem(verdict, text): problems.append((verdict, text))
def require(condition, text):
    if not condition: raise Damaged(text)
def sha256(data): return hashlib.sha256(data).digest()
def node(left, right): return sha256(b"\x01" + left + right)
def tag_of(key, number): return hmac.digest(key, str(number).encode(), "sha256")[:16]
def show(text): return "".join(c if c.isprintable() else "?" for c in str(text))
def is_int(value, least=0, most=LARGEST): return type(value) is int and least <= value <= most
# Ed25519, RFC 8032. A point has the extended coordinates X, Y, Z and T.
P, L, D = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, 2**255 - 19)
def decompress(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square: x = x * pow(2, (P - 1) // 4, P) % P
    require(y < P and x * x % P == square and (x or not sign), "a key or a signature is no point of the curve")
    return x if x % 2 == sign else P - x, y, 1, (x if x % 2 == sign else P - x) * y % P
def add(p, q):
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P
def multiply(number, point):
    half = multiply(number // 2, add(point, point)) if number else (0, 1, 1, 0)
    return add(half, point) if number % 2 else half
BASE = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
def check_signature(public, message, signature):
    require(len(signature) == 64, "a signature has a wrong length")
    s, h = (int.from_bytes(each, "little") for each in (signature[32:], hashlib.sha512(signature[:32] + public + message).digest()))
    left, right = multiply(s, BASE), add(decompress(signature[:32]), multiply(h % L, decompress(public)))
    require(s < L and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1)), "a signature is wrong")
# Texts: base64, times, and JSON as JSON.stringify writes it.
def unbase64(text, size=None):
    try: raw = base64.b64decode(text, validate=True)
    except (ValueError, TypeError): raw = b""
    require(raw and base64.b64encode(raw).decode() == text and size in (None, len(raw)), f"this is not the right base64: {text}")
    return raw
unbase64_of_proof = functools.lru_cache(100_000)(unbase64)  # The proofs of neighbours have many hashes in common.
def unbase64url(text, size): return unbase64(str(text).translate(str.maketrans("-_+/", "+/??")) + "=" * (-len(str(text)) % 4), size)
def milliseconds(text):
    try: return round(datetime.datetime.fromisoformat(re.fullmatch(TIME, text)[0]).timestamp() * 1000)
    except (ValueError, TypeError): raise Damaged(f"this is no time: {text}")
def js_number(value):
    if value == 0 or is_int(abs(value)): return str(int(value))
    if 1e-6 <= abs(value) < 1e21: return f"{decimal.Decimal(repr(float(value))).normalize():f}"
    return re.sub("e([+-])0", r"e\1", repr(float(value)))
@functools.lru_cache(1000)
def js_string(text): return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", json.encoder.encode_basestring(text))
@functools.lru_cache(1000)
def js_place(key): return int(key) if re.fullmatch("0|[1-9][0-9]{0,9}", key) and int(key) < 2**32 - 1 else math.inf
def stringify(value):
    if isinstance(value, str): return js_string(value)
    if not isinstance(value, (list, dict)): return js_number(value) if type(value) in (int, float) else json.dumps(value)
    if isinstance(value, list): return "[" + ",".join([stringify(each) for each in value]) + "]"
    return "{" + ",".join([f"{js_string(key)}:{stringify(value[key])}" for key in sorted(value, key=js_place)]) + "}"
def parse_object(text):
    try:
        value = json.loads(text)
        require(isinstance(value, dict) and stringify(value) == text, "")
        return value
    except (ValueError, ArithmeticError, RecursionError): raise Damaged("this is not what JSON.stringify writes of an object")
def read_lines(path):
    with open(path, "rb") as file: start = file.read(2)
    with open(path, encoding="utf-16" if start in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", newline="\n") as file:
        for line in file: yield line[:-1].removesuffix("\r") if line.endswith("\n") else line
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
HASH, NUMBER, LINE = "[A-Za-z0-9+/]{43}=", "(?:0|[1-9][0-9]{0,15})", r"[^\x00-\x1f]+"
FORMS = {"checkpoint": fr"(?P<origin>{LINE})\n(?P<size>{NUMBER})\n(?P<root>{HASH})\n(?:map [A-Za-z0-9+/]+=*\n)?",
         "promise": fr"(?P<origin>{LINE})\npromise\nstream (?P<stream>{LINE})\nversion (?P<version>{NUMBER})\nhash (?P<hash>{HASH})\nby (?P<by>{TIME})\n"
                    fr"(?:at (?P<at>{TIME})\namount (?P<amount>{NUMBER})\ncommission (?P<commission>{NUMBER})\nrate (?P<rate>{NUMBER})\nterms (?P<terms>{NUMBER})\n)?",
         "rotation": fr"(?P<origin>{LINE})\nkey rotated\nfrom (?P<before>{LINE})\nto (?P<after>{LINE})\nat {TIME}\n",
         "withdrawal": fr"(?P<origin>{LINE})\nwithdrawn\nlog (?P<old>{LINE})\nsize {NUMBER}\nroot {HASH}\nto (?P<to>{NUMBER})\nat {TIME}\nreason (?P<reason>{LINE})\n"}
SIGNATURES = r"\n(?P<signatures>(?:— [^\s+]+ [A-Za-z0-9+/]+=*\n)+)"
Key = collections.namedtuple("Key", "name kind public id")
def make_key(name, kind, public): return Key(name, kind, public, sha256(name.encode() + b"\n" + bytes([kind]) + public)[:4])
def parse_key(text, kind=1):
    match = isinstance(text, str) and re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(.+)", text)
    require(match, f"this is no verifier key: {text}")
    key = make_key(match[1], unbase64(match[3], 33)[0], unbase64(match[3])[1:])
    require(key.kind == kind and key.id.hex() == match[2], f"the type or the id of a verifier key is wrong: {text}")
    return key
def parse_note(form, text):
    match = isinstance(text, str) and re.fullmatch(FORMS[form] + SIGNATURES, text)
    require(match, f"this is no signed {form}")
    kinds = {"root": unbase64, "hash": unbase64, "by": milliseconds, "at": milliseconds} | dict.fromkeys(["size", "version", "amount", "commission", "rate", "terms", "to"], int)
    fields = {name: value and kinds.get(name, str)(value) for name, value in match.groupdict().items()}
    fields["signatures"] = [(name, unbase64(raw)) for _, name, raw in map(str.split, match["signatures"].splitlines())]
    return types.SimpleNamespace(**fields, text=text[:match.start("signatures") - 1])
def signed(note, key):
    """Returns the times of the signatures of a key, or of the first of several: 0 if it is no witness. A wrong signature makes the note damaged."""
    if isinstance(key, list): return next(filter(None, (signed(note, each) for each in key)), [])
    moments = []
    for raw in [raw for name, raw in note.signatures if (name, raw[:4]) == (key.name, key.id)]:
        moments.append(int.from_bytes(raw[4:12], "big") * 1000 if key.kind == 4 else 0)
        head = f"cosignature/v1\ntime {moments[-1] // 1000}\n" if key.kind == 4 else ""
        check_signature(key.public, (head + note.text).encode(), raw[-64:] if len(raw) == (76 if head else 68) else b"")
    return moments
def read_notes(form, path):
    """Returns the notes of a text, which may be a quoted mail."""
    text = "".join(re.sub(r"^[>\s]+|\s+$", "", line) + "\n" for line in read_lines(path))
    return [parse_note(form, match[0]) for match in re.finditer("(?m)^" + FORMS[form] + SIGNATURES, text)]
# Merkle proofs. One walk serves for both: `old` becomes the root of the smaller tree, `new` that of the larger one.
def climb(first, last, start, path):
    old = new = start
    for other in path:
        if last == 0: return None, None
        if first & 1 or first == last:
            old, new = node(other, old), node(other, new)
            while first and not first & 1: first, last = first >> 1, last >> 1
        else: new = node(new, other)
        first, last = first >> 1, last >> 1
    return (old, new) if last == 0 else (None, None)
def consistent(size1, root1, size2, root2, path):
    if size1 & (size1 - 1) == 0: path = [root1, *path]
    first, last = size1 - 1, size2 - 1
    while first & 1: first, last = first >> 1, last >> 1
    return bool(path) and climb(first, last, path[0], path[1:]) == (root1, root2)
KEYS = {"framelift": ["framelift", "format", "affiliate", "key", "secret"], "since": ["since", "proof"], "terms": ["terms", "proof"], "event": ["event", "proof"]}
AFTER = {None: "framelift", "framelift": "rotated withdrawn checkpoint", "rotated": "rotated withdrawn checkpoint", "withdrawn": "withdrawn checkpoint", "checkpoint": "witnessed since terms event",
         "witnessed": "witnessed since terms event", "since": "since terms event", "terms": "terms event", "event": "event end", "end": ""}
EVENT_KEYS = "position streamId version id type schemaVersion recordedAt data metadata previous hash".split()
Event = collections.namedtuple("Event", "position stream version type schema time hash previous tag tags after amounts")
class Export:
    def __init__(self, path, books=None):
        self.rotations, self.withdrawals, self.witnessed, self.proofs, self.terms, self.events, count, last = [], [], [], {}, [], [], 0, None
        try:
            for count, line in enumerate(read_lines(path), 1):
                value = parse_object(line)
                step = next(iter(value), None)
                if step == "framelift" and value.get("format") != 3: raise WrongUse(f"{path} has another format: get the newer program, or download the export again")
                require(step in AFTER[last].split() and list(value) == KEYS.get(step, [step]), "the line is at a wrong place, or its keys are wrong")
                last = step
                self.take_event(step, value[step], value["proof"], books) if step in ("terms", "event") else self.take(step, value, value[step])
            require(last == "end", "the end is missing")
        except (Damaged, UnicodeError) as error: raise (Damaged if books else WrongUse)(f"{path}, line {count}: {error}")
    def take(self, step, value, content):
        if step == "framelift":
            self.account, self.key, secret = value["affiliate"], parse_key(value["key"]), value["secret"]
            require(content == "account" and is_int(value["format"], 3) and type(self.account) in (str, int), "this is no account of format 3")
            self.secret = None if secret is None else unbase64(secret, 32)
        elif step == "rotated": self.rotations.append(parse_note("rotation", content))
        elif step == "withdrawn": self.withdrawals.append(parse_note("withdrawal", content))
        elif step == "witnessed": self.witnessed.append(parse_note("checkpoint", content))
        elif step == "checkpoint":
            # An origin is mapped to the last position that its log has in common with this one.
            self.checkpoint, self.limits = parse_note("checkpoint", content), {self.key.name: math.inf}
            for each in reversed(self.withdrawals):
                require(each.origin == list(self.limits)[-1] and each.old not in self.limits, "the withdrawals do not lead to this log")
                self.limits[each.old] = min(each.to, self.limits[each.origin])
        elif step == "since":
            require(is_int(content, 0, self.checkpoint.size - 1) and isinstance(value["proof"], list), "the size or the proof is wrong")
            self.proofs.setdefault(content, []).append([unbase64(each, 32) for each in value["proof"]])
        else:
            self.end = content if isinstance(content, dict) and list(content) == ["count", "cents"] else {"count": None}
            require(is_int(self.end["count"]) and is_int(self.end["cents"], -LARGEST), "the end is wrong")
    def take_event(self, step, e, proof, books):
        require(isinstance(e, dict) and list(e) == EVENT_KEYS and isinstance(proof, str), "the keys of the event are wrong")
        good = all(is_int(e[k], 1) if k in ("position", "version", "schemaVersion") else isinstance(e[k], str) for k in e)
        require(good and re.fullmatch("[0-9a-f]{64} [0-9a-f]{64}", e["previous"] + " " + e["hash"]), "a field of the event is wrong")
        data, metadata, head = parse_object(e["data"]), parse_object(e["metadata"]), f"c2sp.org/tlog-proof@v1\nindex {e['position'] - 1}\n"
        require((step == "event" or e["type"] == "ProgrammeTermsSet") and proof.startswith(head) and proof.endswith("\n"), "the type or the inclusion is wrong")
        if step == "event" and e["schemaVersion"] > int(NEWEST.get(e["type"], 0)):
            raise WrongUse(f"{e['type']} {e['schemaVersion']} is from a newer version of Framelift: get the newer program")
        path, texts = [unbase64_of_proof(each, 32) for each in proof[len(head):].split("\n")[:-1]], [str(e[k]).encode() for k in EVENT_KEYS[:9]]
        tag, tags = (unbase64url(metadata[k], size) if k in metadata else None for k, size in (("tag", 16), ("tags", 32)))
        event = Event(e["position"], e["streamId"], e["version"], e["type"], e["schemaVersion"], milliseconds(e["recordedAt"]), bytes.fromhex(e["hash"]),
                      bytes.fromhex(e["previous"]), tag, tags, data.get("after"), [data.get(k) for k in ("amountCents", "commissionCents", "commissionBps", "terms")])
        what, size, others = f"{event.type} at position {event.position}", self.checkpoint.size, self.terms if step == "terms" else self.events
        if sha256(event.previous + b"".join(b"%d:%b," % (len(text), text) for text in texts)) != event.hash: problem("rewritten", f"{what} does not have its hash")
        leaf = sha256(b"\0" + event.hash + (tag or b""))
        if event.position > size or climb(event.position - 1, size - 1, leaf, path)[1] != self.checkpoint.root: problem("rewritten", f"{what} is not in the checkpoint")
        if others and event.position <= others[-1].position: problem("rewritten", f"{what} comes after one with a higher position")
        others.append(event)
        if books: books.take(str(self.account), event, data, "carried" in metadata)
class Books:
    def __init__(self):
        self.balance, self.net, self.tier, self.own, self.last_cashout, self.unknown_rates = 0, 0, "bronze", None, 0, 0
        self.terms, self.sales, self.cashouts, self.seen = [(0, FIRST_TIERS)], {}, {}, set()
    def is_new(self, *key): return len(self.seen) < (self.seen.add(repr(key)) or len(self.seen))
    def take(self, account, event, data, carried):
        """Checks the rules for an event, and moves the balance. A rule is a text and whether it holds."""
        kind, move, rules = event.type, 0, {}
        if kind == "ProgrammeTermsSet": return self.terms.append((event.position, data.get("tiers")))
        values = [data.get(key, 0) for key in ("amountCents", "commissionCents", "forfeitedCents")]
        require(all(map(is_int, values)), f"an amount of the event at {event.position} is no number")
        amount, commission, forfeited = values
        sale = self.sales.setdefault(repr((data.get("provider"), data.get("invoiceId"))), {"amounts": None, "state": "not recorded"})
        cashout = self.cashouts.setdefault(str(data.get("cashoutId")), {"amount": 0, "status": "not requested", "returned": 0})
        state, status, same = sale["state"], cashout["status"], sale["amounts"] == (amount, commission)
        if kind in ("AffiliateRegistered", "AffiliateEdited"):
            if kind == "AffiliateEdited": self.tier = data.get("tier") or self.tier
            else: rules["affiliateId is the account"] = str(data.get("affiliateId")) == account
            self.own = data.get("commissionBps", self.own)
        elif kind in ("TierReached", "TierRecalculated"): rules["from is the tier"], self.tier = data.get("from") == self.tier, data.get("to")
        elif kind == "SaleRecorded":
            rules["the invoice was not recorded before"] = state == "not recorded"
            self.check_rate(event, data, amount, commission, rules)
            sale["amounts"], sale["state"], move, self.net = (amount, commission), "counts", commission, self.net + 1
        elif kind == "SaleReversed":
            rules |= {"the sale counts": state == "counts", "the amounts are those of the sale": same}
            sale["state"], move, self.net = f"reversed for {data.get('cause')}", -commission, self.net - 1
        elif kind == "SaleRestored":
            rules |= {"it was reversed for a dispute": state == "reversed for dispute", "the amounts are right": same and forfeited <= commission}
            sale["state"], move, self.net = "counts", commission - forfeited, self.net + 1
        elif kind == "HoldReleased": rules["the sale counts"] = state == "counts"
        elif kind == "CashoutRequested":
            match, last = re.fullmatch(re.escape(account) + "-([1-9][0-9]{0,15})", str(data.get("cashoutId"))), self.last_cashout
            self.last_cashout = int(match[1]) if match else last
            rules["the number is the next one"] = self.last_cashout == last + 1 or carried and self.last_cashout > last
            rules["the amount is above 0 and at most the balance"] = 0 < amount and (carried or amount <= self.balance)
            cashout["amount"], cashout["status"], move = amount, "pending", -amount
        elif kind == "CashoutProcessed":
            rules |= {"the cashout is open": status in ("pending", "approved"), "the amount is that of the cashout": cashout["amount"] == amount,
                      "from is the status": status == data.get("from"), "it becomes a later status": (status, data.get("status")) in LATER_STATUSES}
            cashout["status"], cashout["run"], move = data.get("status"), data.get("runId"), amount if data.get("status") == "rejected" else 0
        elif kind == "PaymentReturned":
            cashout["returned"], move = cashout["returned"] + amount, amount - forfeited
            rules |= {"the cashout was completed by a run": status == "completed" and bool(cashout.get("run")), "the amounts are right": 0 < amount and forfeited <= amount,
                      "all returns are at most what was paid": cashout["returned"] <= cashout["amount"]}
        elif kind == "AffiliateDeleted":
            move, done = -forfeited, all(each["status"] not in ("pending", "approved") for each in self.cashouts.values())
            rules |= {"this happens once": self.is_new(kind), "the balance is forfeited": forfeited == max(self.balance, 0), "no cashout is open": done}
        elif kind in ("SaleImported", "PayoutImported", "OpeningBalanceImported"):
            rules["it was not imported before"] = self.is_new(kind, data.get("from"), kind[0] != "O" and data.get("sourceId"))
            move, self.net = {"S": commission, "P": -amount, "O": amount}[kind[0]], self.net + (kind == "SaleImported")
        rules["amounts and rates are integers from 0"] = all(map(is_int, values if rules else [])) and (self.own is None or is_int(self.own))
        rules["the first event, and no other one, is AffiliateRegistered"] = (kind == "AffiliateRegistered") == self.is_new("first")
        for rule in rules:
            if not rules[rule]: problem("impossible", f"event {event.version}, {kind}, breaks the rule: {rule}")
        self.balance += move
    def check_rate(self, event, data, amount, commission, rules):
        since, tiers = self.terms[max(bisect.bisect_left(self.terms, event.position, key=lambda each: each[0]) - 1, 0)]
        rate, origin = data.get("commissionBps"), data.get("rateFrom")
        rules["terms is the position of the last terms"] = event.schema == 1 or data.get("terms") == since
        rules["the commission follows from the rate"] = is_int(rate) and commission == (amount * rate + 5000) // 10000
        self.unknown_rates += origin not in ("tier", "own")
        try:
            tier = ([t for t in tiers if t["tier"] == self.tier] or [t for t in tiers if t["threshold"] <= self.net][-1:] or tiers)[0]
            force = ("own", self.own, tier["tier"]) if is_int(self.own) and self.own > tier["rateBps"] else ("tier", tier["rateBps"], tier["tier"])
        except (TypeError, KeyError, IndexError): force = None
        rules["tier and rate are those in force"] = origin not in ("tier", "own") or (origin, rate, data.get("tier")) == force
def read_entries(log, checkpoint, wanted):
    """Reads the log up to the checkpoint. Each wanted tag must be at the wanted positions and nowhere else."""
    found, peaks = {tag: [] for tag in wanted}, []  # A peak is the size and the root of a full subtree.
    for start in range(0, checkpoint.size, 256):
        name, rest, width, at = f"{start // 256 % 1000:03}", start // 256000, min(256, checkpoint.size - start), 0
        while rest: name, rest = f"x{rest % 1000:03}/{name}", rest // 1000
        try: raw = urllib.request.urlopen(f"{log}/tile/entries/{name}" + f".p/{width}" * (width < 256), timeout=30).read()
        except urllib.error.URLError: raw = urllib.request.urlopen(f"{log}/tile/entries/{name}", timeout=30).read()  # The tile may be full by now.
        for position in range(start + 1, start + width + 1):
            length = int.from_bytes(raw[at:at + 2], "big")
            entry, at = raw[at + 2:at + 2 + length], at + 2 + length
            if length not in (32, 48) or at > len(raw): return problem("left out", f"the entry at position {position} is not as it should be")
            if entry[32:] in found: found[entry[32:]].append(position)
            size, root = 1, sha256(b"\0" + entry)
            while peaks and peaks[-1][0] == size: size, root = 2 * size, node(peaks.pop()[1], root)
            peaks.append((size, root))
    root = peaks.pop()[1] if peaks else sha256(b"")
    while peaks: root = node(peaks.pop()[1], root)
    if root != checkpoint.root: return problem("rewritten" if "rewritten" in dict(problems) else "split", "the entries of the log do not lead to the root of the checkpoint")
    for tag, (verdict, expected, what) in wanted.items():
        if found[tag] != expected: problem(verdict, f"the tag of {what} is at the positions {found[tag]} of the log, but {expected} is expected")
def keys_before(export):
    """Returns the public keys that lead to the key of the export, the newest first."""
    publics = [export.key.public]
    for note in reversed(export.rotations):
        before, after = parse_key(note.before), parse_key(note.after)
        require(after.public == publics[-1] and signed(note, before) and signed(note, after), "a rotation is not signed by both keys")
        publics.append(before.public)
    return publics
def check_signatures(export, key_of, path):
    for note in [export.checkpoint, *export.witnessed]:
        require(note.origin == export.key.name and signed(note, key_of(note.origin)), f"a checkpoint of {path} is not signed by the key")
    for note in export.withdrawals: require(all(signed(note, key_of(name)) for name in (note.origin, note.old)), f"a withdrawal of {path} is not signed by both names")
def is_beginning(earlier, export, witnessed, what):
    size, root, now, verdict = earlier.size, earlier.root, export.checkpoint, "split" if witnessed else "rewritten"
    if size > export.limits[earlier.origin]: problem("withdrawn", f"{what} has events that the seller withdrew since")
    elif size > now.size: problem(verdict, f"{what} has size {size}, and the log went back to {now.size}")
    elif size == now.size and root != now.root: problem("split", f"{what} has the same size and another root")
    elif size == now.size or size == 0 or any(consistent(size, root, now.size, now.root, path) for path in export.proofs.get(size, [])): return True
    else: problem(verdict, f"{what} is not proved to be the beginning of this log")
def check_saves(export, saves, others, witnesses, key_of):
    """Returns the checkpoints that are proved to be of this log."""
    good = [export.checkpoint] + [each for each in export.witnessed if is_beginning(each, export, True, "a witnessed checkpoint")]
    shown = {(e.stream, e.version): e for e in export.terms + export.events}
    for path, save, checkpoints in saves:
        for note in checkpoints:
            require(note.origin in export.limits and signed(note, key_of(note.origin)), f"a checkpoint of {path} is not signed by the key of this log")
            if is_beginning(note, export, path in others or any(signed(note, key) for key in witnesses), f"a checkpoint of {path}"): good.append(note)
        if save is None: continue
        check_signatures(save, key_of, path)
        good += [each for each in save.witnessed if is_beginning(each, save, True, f"a witnessed checkpoint of {path}") and save.checkpoint in good]
        for e in save.terms + save.events:
            now, withdrawn = shown.get((e.stream, e.version)), e.position > export.limits[save.key.name]
            if now and now.hash == e.hash: continue
            verdict = "terms cut" if e.type == "ProgrammeTermsSet" else "rewritten" if now else "left out"
            problem("withdrawn" if withdrawn else verdict, f"{e.type} at position {e.position} of {path} is not in the export")
    return good
def check_complete(export, log):
    events, secret, wanted, before = export.events, export.secret, {}, 0
    if any((e.stream, e.version) != (events[0].stream, i) for i, e in enumerate(events, 1)): problem("left out", "the versions of the events are not 1, 2, 3 and so on")
    if secret is None: not_checked.append("the export has no secret, so events may be left out")
    else:
        start = 0 if events[0].tags else next((i for i, e in enumerate(events) if e.type == "ProofSecretGiven"), 0)
        if events[start].tags != sha256(secret): problem("left out", "the secret does not fit the commitment")
        for e in events[start:]:
            wanted[tag_of(secret, e.version)] = ("left out", [e.position], f"event {e.version}")
            if e.tag != tag_of(secret, e.version): problem("left out", f"event {e.version} does not have the tag that the secret makes")
        wanted[tag_of(secret, events[-1].version + 1)] = ("left out", [], f"event {events[-1].version + 1}")
    for e in export.terms:
        tag = tag_of(b"ProgrammeTermsSet", before)
        wanted[tag] = ("terms cut", [e.position] if e.tag else [], f"the terms after position {before}")
        if e.tag and (type(e.after) is not int or (e.after, e.tag) != (before, tag)): problem("terms cut", f"the terms at position {e.position} do not follow those at {before}")
        before = e.position
    wanted[tag_of(b"ProgrammeTermsSet", before)] = ("terms cut", [], f"the terms after position {before}")
    try:
        if log is None: not_checked.append("the entries of the log were not read, so events and terms may be left out")
        else: read_entries(log if re.match("https?://", log) else pathlib.Path(log).absolute().as_uri(), export.checkpoint, wanted)
    except (OSError, http.client.HTTPException) as error: not_checked.append(f"the entries of the log could not be read: {error}")
def check_times(export, good, witnesses, now):
    rows = sorted(export.terms + export.events, key=lambda e: e.position)
    for one, two in zip(rows, rows[1:]):
        if two.time < one.time: problem("backdated", f"the event at position {two.position} is earlier than the one at {one.position}")
        if two.position == one.position + 1 and two.previous != one.hash: problem("rewritten", f"the event at position {two.position} does not follow the one before")
    if rows[0].position == 1 and any(rows[0].previous): problem("rewritten", "the event at position 1 follows another one")
    if max(e.time for e in rows) > now + 5 * MINUTE: problem("backdated", "an event is in the future")
    if not witnesses: not_checked.append("no witness is named, so others may be shown another log")
    for key in witnesses:
        seen = [(note.size, moment) for note in good for moment in signed(note, key)]
        for size, moment in seen:
            i = bisect.bisect_right(rows, size, key=lambda e: e.position)  # Times that fall are a problem already, so two comparisons are enough.
            if i > 0 and rows[i - 1].time > moment + 5 * MINUTE: problem("backdated", f"the event at {rows[i - 1].position} is later than its cosignature by {key.name}")
            if i < len(rows) and rows[i].time < moment - DAY: problem("backdated", f"the event at {rows[i].position} is a day before a cosignature without it")
        newest = max(seen, default=(0, 0))[0]
        if any(e.position > newest and not now - DAY <= e.time <= now + 5 * MINUTE for e in export.events): problem("split", f"{key.name} did not cosign every event that is older than a day")
def check_promise(export, promise, now):
    e, what = next((e for e in export.events if e.version == promise.version), None), f"the promise of version {promise.version}"
    if promise.at and promise.by > promise.at + DAY: problem("promise not kept", f"{what} is for more than a day later")
    elif e and e.hash == promise.hash:
        if promise.amount is not None and e.amounts != [promise.amount, promise.commission, promise.rate, promise.terms]: problem("promise not kept", f"{what} states other amounts")
    elif (e.position if e else LARGEST) > export.limits[promise.origin]: problem("withdrawn", f"{what} is of a log that the seller withdrew")
    elif e or now > promise.by: problem("promise not kept", f"{what} is not kept: the export has {'another' if e else 'no'} event there")
    else: not_checked.append(f"{what} is not due yet")
def verify(args):
    saves, notes, books, pinned = [], [], Books(), [args.key] if args.key else []
    for path in args.since:
        if next(read_lines(path), "").startswith("{"):
            save = Export(path)
            if problems: raise WrongUse(f"{path} is no true save: {problems[:1]}")
            saves, pinned = saves + [(path, save, [save.checkpoint])], pinned + [save.key]
        else:
            saves.append((path, None, read_notes("checkpoint", path)))
            notes += [(path, each) for each in read_notes("promise", path)]
            require(saves[-1][2] or notes and notes[-1][0] == path, f"{path} has no checkpoint and no promise")
    for path in args.other: saves.append((path, None, [Export(path).checkpoint] if next(read_lines(path), "").startswith("{") else read_notes("checkpoint", path)))
    export = Export(args.export, books)
    others = {path for path, save, _ in saves if save and save.account != export.account} | {path for path, note in notes if note.stream != export.events[0].stream}
    if others: raise WrongUse(f"{others.pop()} is of another account")
    if args.account not in (None, str(export.account)): raise WrongUse(f"{args.export} is of the account {export.account}")
    publics = keys_before(export)
    def key_of(name): return [make_key(name, 1, each) for each in publics]  # The keys stay the same when the seller withdraws a log.
    require(all(key.name in export.limits and key in key_of(key.name) for key in pinned), "the export is not of the log that the key is of")
    if not pinned: not_checked.append("the key is only the one that the export names, so nothing is proved against the seller")
    check_signatures(export, key_of, args.export)
    for path, note in notes: require(note.origin in export.limits and signed(note, key_of(note.origin)), f"a promise of {path} is not signed by the key of this log")
    check_times(export, check_saves(export, saves, args.other, args.witness, key_of), args.witness, args.now)
    check_complete(export, args.log and args.log.rstrip("/"))
    for _, note in notes: check_promise(export, note, args.now)
    if export.end["count"] != len(export.events): problem("left out", f"the export states {export.end['count']} events")
    if export.end["cents"] != books.balance: problem("wrong sum", f"the events add up to {books.balance} cents, but the export states {export.end['cents']}")
    if books.unknown_rates: not_checked.append(f"the rates of {books.unknown_rates} sales are not in the export")
    remarks.append(f"account {export.account}, {len(export.events)} events")
    remarks.extend(f"the seller withdrew the log {note.old} after position {note.to}: {note.reason}" for note in export.withdrawals)
def main():
    parser = argparse.ArgumentParser(description="Verifies the export of an affiliate's account.")
    for name in ("export", "--account", "--log"): parser.add_argument(name)
    parser.add_argument("--key", type=parse_key)
    parser.add_argument("--since", nargs="+", action="extend", default=[], metavar="SAVE")
    parser.add_argument("--other", nargs="+", action="extend", default=[], metavar="SAVE")
    parser.add_argument("--witness", nargs="+", action="extend", default=[], type=lambda text: parse_key(text, 4), metavar="KEY")
    parser.add_argument("--now", type=lambda text: datetime.datetime.fromisoformat(text).timestamp() * 1000, default=time.time() * 1000, metavar="ISO-TIME")
    try: verify(parser.parse_args())
    except (Damaged, UnicodeError) as error: problems[:], not_checked[:] = [("damaged", str(error))], []
    except (WrongUse, OSError) as error: parser.error(show(error))
    sys.stdout.reconfigure(errors="replace")
    lines = remarks + [f"not checked: {text}" for text in not_checked] + [f"{verdict}: {text}" for verdict, text in problems]
    for line in lines + ["nothing is wrong"] * (not problems and not not_checked): print(show(line))
    print("Verdict: " + min((verdict for verdict, _ in problems), key=ORDER.index, default="ok"))
    return 1 if problems else 0
if __name__ == "__main__": sys.exit(main())
