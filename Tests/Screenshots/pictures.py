"""The app's icon, the inviter's face and a link's card, as whoever hosts them would serve them."""

ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 180" width="180" height="180">
<rect width="180" height="180" fill="#8a1538"/><circle cx="90" cy="90" r="56" fill="#f6c453"/>
<circle cx="90" cy="90" r="46" fill="none" stroke="#b07d18" stroke-width="4"/>
<path d="M90 62a15 15 0 1 0 .1 0zM90 92a19 19 0 1 0 .1 0z" fill="none" stroke="#8a1538" stroke-width="9"/></svg>"""

FACE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200">
<rect width="200" height="200" fill="#2f7f86"/><path d="M20 200c4-50 36-66 80-66s76 16 80 66z" fill="#f2efe6"/>
<circle cx="100" cy="88" r="42" fill="#e8b48c"/>
<path d="M52 88c-6-52 30-68 52-66 34 0 50 30 44 66-8-26-26-38-48-38s-40 12-48 38z" fill="#5a2d20"/>
<path d="M54 62c30-16 62-16 92 0l2 12c-32-14-64-14-96 0z" fill="#b4233f"/></svg>"""

CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 628" width="1200" height="628">
<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#233a6b"/><stop offset=".62" stop-color="#e0835a"/>
<stop offset=".66" stop-color="#f9cf7c"/></linearGradient></defs>
<rect width="1200" height="628" fill="url(#s)"/><circle cx="860" cy="410" r="92" fill="#ffe7a8"/>
<path d="M0 424h1200v204H0z" fill="#123a55"/><path d="M0 470c200-40 400 40 600 0s400-40 600 0v158H0z" fill="#0d2c43"/>
<path d="M300 440h330l-44 74H352z" fill="#3b1f16"/><path d="M456 120v320M380 180v260" stroke="#3b1f16" stroke-width="10"/>
<path d="M464 140c90 30 130 130 120 250l-120 20zM372 196c-60 40-80 120-70 190l70 20z" fill="#f4ead2"/>
<path d="M456 120l52 16-52 18z" fill="#b4233f"/></svg>"""

HOST = "https://cdn.example"
BY_URL = {f"{HOST}/icon.svg": ICON, f"{HOST}/face.svg": FACE, f"{HOST}/card.svg": CARD}
