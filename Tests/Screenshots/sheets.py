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


def sheet(shots, keys, sizes, screens):
    lines = [[thumbnail(shots[key], dict(sizes)[key[2]] * screens) for key in line] for line in keys]
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


def saved(image, path):
    """At the best quality, and then the greatest size, that is small enough."""
    while True:
        for quality in range(82, QUALITY_MIN - 1, -7):
            buffer = io.BytesIO()
            image.save(buffer, "WEBP", quality=quality, method=4)
            if buffer.tell() < BYTES_MAX:
                path.write_bytes(buffer.getvalue())
                return path.name, buffer.tell()
        image = image.resize((image.width * 9 // 10, image.height * 9 // 10), Image.LANCZOS)
