"""Contact sheets: a page's screenshots side by side, in a picture of less than 100 KB."""

import io

from PIL import Image

BYTES_MAX = 100_000
GAP = 16
# Of a phone's screenshot on a sheet, and of a desk's.
PHONE, DESK = 0.42, 0.3
# In screens; what is below is in the screenshot itself.
HEIGHT_MAX = 2
# Below it letters can't be read: rather a smaller picture.
QUALITY_MIN = 40
BACKGROUND = "#7d8894"

# What README shows: the page, the language, the width, and whether by day or by night.
OVERVIEW = [
    [("invite-iphone", "en", 390, "light"), ("invite-iphone", "ar", 390, "dark"),
     ("invite-android", "ja", 390, "light"), ("preview", "de", 390, "dark"), ("used", "en", 390, "light")],
    [("landing", "en", 1280, "light"), ("debug", "de", 1280, "dark")],
]


# What README shows of the console.
CONSOLE_OVERVIEW = [
    [("overview", "en", 1280, "light"), ("player", "en", 1280, "dark")],
    [("trial", "en", 1280, "light"), ("rules", "en", 360, "dark"), ("reviews", "en", 360, "light")],
]
# The console in German.
CONSOLE_GERMAN = [
    [("overview", "de", 1280, "light"), ("player", "de", 1280, "light")],
    [("rule-editor", "de", 1280, "light"), ("trust", "de", 1280, "light")],
]
CONSOLE_BYTES_MAX = 64_000
# Letters of a table must be read on a sheet.
CONSOLE_SCALE = 0.5
CONSOLE_HEIGHT_MAX = 1_300


def draw(shots, sizes, folder):
    """A sheet for each page, and one of them all; their names and sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    pages = {name: None for name, *_ in shots}
    for page in pages:
        languages = {language: None for name, language, *_ in shots if name == page}
        keys = [[key for width, _ in sizes for scheme in ("light", "dark")
                 if (key := (page, language, width, scheme)) in shots] for language in languages]
        rows.append(saved(sheet(shots, keys, sizes, HEIGHT_MAX), folder / f"{page}.webp"))
    if all(key in shots for line in OVERVIEW for key in line):
        rows.append(saved(sheet(shots, OVERVIEW, sizes, 1), folder / "overview.webp"))
    return rows


def draw_console(shots, mains, folder):
    """A sheet for each page: at both widths by day and by night, or by day and by night at one each."""
    rows = []
    for page in {name: None for name, *_ in shots}:
        keys = [(page, "en", width, scheme) for width in (1280, 360) for scheme in ("light", "dark")]
        line = keys if page in mains else [keys[0], keys[3]]
        images = [[console_thumbnail(shots[key]) for key in line]]
        rows.append(saved(together(images), folder / f"{page}.webp", CONSOLE_BYTES_MAX))
    for name, lines in [("contents", CONSOLE_OVERVIEW), ("german", CONSOLE_GERMAN)]:
        if all(key in shots for line in lines for key in line):
            images = [[console_thumbnail(shots[key], 800) for key in line] for line in lines]
            rows.append(saved(together(images), folder / f"{name}.webp"))
    return rows


def console_thumbnail(path, height=CONSOLE_HEIGHT_MAX):
    image = Image.open(path).convert("RGB")
    image = image.crop((0, 0, image.width, min(image.height, height)))
    size = round(image.width * CONSOLE_SCALE), round(image.height * CONSOLE_SCALE)
    return image.resize(size, Image.LANCZOS)


def sheet(shots, keys, sizes, screens):
    return together(
        [[thumbnail(shots[key], dict(sizes)[key[2]] * screens) for key in line] for line in keys])


def together(lines):
    width = max(sum(image.width + GAP for image in line) for line in lines) + GAP
    height = sum(max(image.height for image in line) + GAP for line in lines) + GAP
    whole = Image.new("RGB", (width, height), BACKGROUND)
    top = GAP
    for line in lines:
        left = (width - sum(image.width + GAP for image in line) + GAP) // 2
        for image in line:
            whole.paste(image, (left, top))
            left += image.width + GAP
        top += max(image.height for image in line) + GAP
    return whole


def thumbnail(path, height):
    image = Image.open(path).convert("RGB")
    image = image.crop((0, 0, image.width, min(image.height, height)))
    scale = PHONE if image.width < 600 else DESK
    return image.resize((round(image.width * scale), round(image.height * scale)), Image.LANCZOS)


def saved(image, path, bytes_max=BYTES_MAX):
    """At the best quality, and then the greatest size, that is small enough."""
    while True:
        for quality in range(82, QUALITY_MIN - 1, -7):
            buffer = io.BytesIO()
            image.save(buffer, "WEBP", quality=quality, method=4)
            if buffer.tell() < bytes_max:
                path.write_bytes(buffer.getvalue())
                return path.name, buffer.tell()
        image = image.resize((image.width * 9 // 10, image.height * 9 // 10), Image.LANCZOS)
