"""What an app, an inviter and a link say of themselves, in each language of the screenshots."""

WORDS = {
    "en": {
        "tagline": "Sail with friends",
        "offer": "You get {signup} pieces of eight for signing up, and Anne gets {level-5} at level 5.",
        "inviter": "Anne",
        "title": "Come aboard!",
        "description": "I need a first mate for the next voyage.",
    },
    "de": {
        "tagline": "Segeln mit Freunden",
        "offer": "Du bekommst {signup} Goldstücke für die Anmeldung, und Jürgen {level-5} ab Stufe 5.",
        "inviter": "Jürgen",
        "title": "Komm an Bord!",
        "description": "Für die nächste Schatzinselexpedition fehlt mir noch ein Steuermann.",
    },
    "ar": {
        "tagline": "أبحر مع أصدقائك",
        "offer": "تحصل أنت على {signup} قطعة ذهبية عند التسجيل، وتحصل ليلى على {level-5} في المستوى الخامس.",
        "inviter": "ليلى",
        "title": "انضم إلى السفينة!",
        "description": "أحتاج إلى رفيق في رحلتي القادمة.",
    },
    "ja": {
        "tagline": "仲間と海へ出よう",
        "offer": "登録すると金貨{signup}枚、レベル5になるとさくらさんにも{level-5}枚がもらえます。",
        "inviter": "さくら",
        "title": "一緒に船に乗りませんか？",
        "description": "次の航海に出る仲間を探しています。航海の準備はもうできています。",
    },
}
