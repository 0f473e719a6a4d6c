extension PageTexts {
    init(in language: PageLanguage) {
        self =
            switch language {
            case .arabic: .arabic
            case .chineseSimplified: .chineseSimplified
            case .chineseTraditional: .chineseTraditional
            case .dutch: .dutch
            case .english: .english
            case .french: .french
            case .german: .german
            case .hebrew: .hebrew
            case .hindi: .hindi
            case .indonesian: .indonesian
            case .italian: .italian
            case .japanese: .japanese
            case .korean: .korean
            case .polish: .polish
            case .portuguese: .portuguese
            case .russian: .russian
            case .spanish: .spanish
            case .turkish: .turkish
            case .ukrainian: .ukrainian
            }
    }

    private static let arabic = PageTexts(
        open: "فتح", getApp: "الحصول على التطبيق", goOnInBrowser: "المتابعة في المتصفح",
        onTheWeb: "على الويب", goOn: "متابعة",
        opensOnceInstalled: "يعمل «فتح» بعد تثبيت {app} على هذا الجهاز.", invited: "لديك دعوة.",
        notFound: Notice(
            title: "هذا الرابط لا يؤدي إلى أي مكان",
            text: "ربما كُتب خطأً أو لم يعد صالحًا. اطلب رابطًا جديدًا ممن أرسله."),
        unavailable: Notice(
            title: "لحظة من فضلك",
            text: "لا يمكن فتح الروابط الآن. يُرجى المحاولة بعد قليل."))

    private static let chineseSimplified = PageTexts(
        open: "打开", getApp: "获取 App", goOnInBrowser: "在浏览器中继续",
        onTheWeb: "前往网站", goOn: "继续",
        opensOnceInstalled: "在此设备上安装 {app} 后才能使用“打开”。", invited: "你收到了一份邀请。",
        notFound: Notice(
            title: "此链接无法打开",
            text: "链接可能有误或已失效。请向发送者索取新链接。"),
        unavailable: Notice(
            title: "请稍候",
            text: "目前无法打开链接，请稍后再试。"))

    private static let chineseTraditional = PageTexts(
        open: "打開", getApp: "取得 App", goOnInBrowser: "在瀏覽器中繼續",
        onTheWeb: "前往網站", goOn: "繼續",
        opensOnceInstalled: "在此裝置上安裝 {app} 後才能使用「打開」。", invited: "你收到了一份邀請。",
        notFound: Notice(
            title: "此連結無法打開",
            text: "連結可能有誤或已失效。請向傳送連結的人索取新連結。"),
        unavailable: Notice(
            title: "請稍候",
            text: "目前無法打開連結，請稍後再試。"))

    private static let dutch = PageTexts(
        open: "Openen", getApp: "App downloaden", goOnInBrowser: "Verder in de browser",
        onTheWeb: "Naar de website", goOn: "Doorgaan",
        opensOnceInstalled: "‘Openen’ werkt zodra {app} op dit apparaat staat.",
        invited: "Je bent uitgenodigd.",
        notFound: Notice(
            title: "Deze link leidt nergens heen",
            text: "Misschien klopt hij niet of is hij niet meer geldig. Vraag de afzender om een nieuwe."),
        unavailable: Notice(
            title: "Een ogenblik",
            text: "Links kunnen nu niet worden geopend. Probeer het zo opnieuw."))

    private static let english = PageTexts(
        open: "Open", getApp: "Get the app", goOnInBrowser: "Go on in the browser",
        onTheWeb: "On the web", goOn: "Continue",
        opensOnceInstalled: "“Open” works once {app} is on this device.", invited: "You are invited.",
        notFound: Notice(
            title: "This link leads nowhere",
            text: "It may be mistyped, or no longer good. Ask whoever sent it for a new one."),
        unavailable: Notice(
            title: "Just a moment",
            text: "Links can’t be opened right now. Please try again shortly."))

    private static let french = PageTexts(
        open: "Ouvrir", getApp: "Obtenir l’app", goOnInBrowser: "Continuer dans le navigateur",
        onTheWeb: "Sur le Web", goOn: "Continuer",
        opensOnceInstalled: "«\u{00A0}Ouvrir\u{00A0}» fonctionne dès que {app} est sur cet appareil.",
        invited: "Vous avez reçu une invitation.",
        notFound: Notice(
            title: "Ce lien ne mène nulle part",
            text:
                "Il est peut-être erroné ou n’est plus valable. Demandez-en un autre à la personne qui l’a envoyé."
        ),
        unavailable: Notice(
            title: "Un instant",
            text: "Les liens ne peuvent pas être ouverts pour le moment. Réessayez dans un instant."))

    private static let german = PageTexts(
        open: "Öffnen", getApp: "App laden", goOnInBrowser: "Im Browser weiter",
        onTheWeb: "Im Web", goOn: "Weiter",
        opensOnceInstalled: "„Öffnen“ funktioniert, sobald {app} auf diesem Gerät ist.",
        invited: "Du bist eingeladen.",
        notFound: Notice(
            title: "Dieser Link führt nirgendwohin",
            text:
                "Vielleicht enthält er einen Tippfehler oder gilt nicht mehr. Lass dir einen neuen schicken."),
        unavailable: Notice(
            title: "Einen Moment",
            text: "Links lassen sich gerade nicht öffnen. Bitte versuch es gleich noch einmal."))

    private static let hebrew = PageTexts(
        open: "פתיחה", getApp: "להורדת האפליקציה", goOnInBrowser: "המשך בדפדפן",
        onTheWeb: "לאתר", goOn: "המשך",
        opensOnceInstalled: "הכפתור ״פתיחה״ יפעל לאחר התקנת {app} במכשיר הזה.", invited: "קיבלת הזמנה.",
        notFound: Notice(
            title: "הקישור הזה לא מוביל לשום מקום",
            text: "ייתכן שהוא שגוי או שאינו בתוקף עוד. אפשר לבקש קישור חדש ממי ששלח אותו."),
        unavailable: Notice(
            title: "רק רגע",
            text: "לא ניתן לפתוח קישורים כרגע. נסו שוב בעוד רגע."))

    private static let hindi = PageTexts(
        open: "खोलें", getApp: "ऐप पाएँ", goOnInBrowser: "ब्राउज़र में जारी रखें",
        onTheWeb: "वेबसाइट पर जाएँ", goOn: "जारी रखें",
        opensOnceInstalled: "“खोलें” तभी काम करेगा, जब {app} इस डिवाइस पर हो।", invited: "आपको आमंत्रित किया गया है।",
        notFound: Notice(
            title: "यह लिंक कहीं नहीं ले जाता",
            text: "इसमें कोई गलती हो सकती है, या यह अब मान्य नहीं है। भेजने वाले से नया लिंक माँगें।"),
        unavailable: Notice(
            title: "एक क्षण रुकें",
            text: "अभी लिंक नहीं खुल पा रहे हैं। कृपया थोड़ी देर में फिर कोशिश करें।"))

    private static let indonesian = PageTexts(
        open: "Buka", getApp: "Dapatkan aplikasi", goOnInBrowser: "Lanjutkan di browser",
        onTheWeb: "Di web", goOn: "Lanjutkan",
        opensOnceInstalled: "“Buka” berfungsi setelah {app} ada di perangkat ini.", invited: "Kamu diundang.",
        notFound: Notice(
            title: "Tautan ini tidak menuju ke mana pun",
            text: "Mungkin salah ketik atau sudah tidak berlaku. Minta yang baru kepada pengirimnya."),
        unavailable: Notice(
            title: "Tunggu sebentar",
            text: "Tautan tidak dapat dibuka saat ini. Coba lagi sebentar lagi."))

    private static let italian = PageTexts(
        open: "Apri", getApp: "Scarica l’app", goOnInBrowser: "Continua nel browser",
        onTheWeb: "Sul web", goOn: "Continua",
        opensOnceInstalled: "«Apri» funziona quando {app} è su questo dispositivo.",
        invited: "Hai ricevuto un invito.",
        notFound: Notice(
            title: "Questo link non porta da nessuna parte",
            text: "Forse è scritto male o non è più valido. Chiedine uno nuovo a chi te l’ha inviato."),
        unavailable: Notice(
            title: "Un momento",
            text: "Al momento non è possibile aprire i link. Riprova tra poco."))

    private static let japanese = PageTexts(
        open: "開く", getApp: "アプリを入手", goOnInBrowser: "ブラウザで続ける",
        onTheWeb: "ウェブで見る", goOn: "続ける",
        opensOnceInstalled: "「開く」は、\u{200B}この\u{200B}端末に {app}\u{A0}が\u{200B}インストールされていると\u{200B}使えます。",
        invited: "招待が\u{200B}届いています。",
        notFound: Notice(
            title: "この\u{200B}リンクの\u{200B}行き先が\u{200B}見つかりません",
            text:
                "リンクに\u{200B}誤りがあるか、\u{200B}期限が\u{200B}切れている\u{200B}可能性が\u{200B}あります。\u{200B}"
                + "送ってくれた\u{200B}人に\u{200B}新しい\u{200B}リンクを\u{200B}頼んでください。"
        ),
        unavailable: Notice(
            title: "少々お待ちください",
            text: "現在\u{200B}リンクを\u{200B}開けません。\u{200B}しばらくしてから\u{200B}もう一度\u{200B}お試しください。"))

    private static let korean = PageTexts(
        open: "열기", getApp: "앱 받기", goOnInBrowser: "브라우저에서 계속",
        onTheWeb: "웹에서 보기", goOn: "계속",
        opensOnceInstalled: "이 기기에 {app} 앱이 있으면 ‘열기’를 사용할 수 있습니다.", invited: "초대가 도착했습니다.",
        notFound: Notice(
            title: "연결할 수 없는 링크입니다",
            text: "주소가 잘못되었거나 더 이상 유효하지 않을 수 있습니다. 보낸 사람에게 새 링크를 요청하세요."),
        unavailable: Notice(
            title: "잠시 기다려 주세요",
            text: "지금은 링크를 열 수 없습니다. 잠시 후 다시 시도해 주세요."))

    private static let polish = PageTexts(
        open: "Otwórz", getApp: "Pobierz aplikację", goOnInBrowser: "Kontynuuj w przeglądarce",
        onTheWeb: "Strona internetowa", goOn: "Kontynuuj",
        opensOnceInstalled: "„Otwórz” działa, gdy {app} jest na tym urządzeniu.",
        invited: "Masz zaproszenie.",
        notFound: Notice(
            title: "Ten link donikąd nie prowadzi",
            text: "Może zawiera błąd albo stracił ważność. Poproś nadawcę o nowy."),
        unavailable: Notice(
            title: "Chwileczkę",
            text: "Nie można teraz otwierać linków. Spróbuj ponownie za chwilę."))

    private static let portuguese = PageTexts(
        open: "Abrir", getApp: "Obter o app", goOnInBrowser: "Continuar no navegador",
        onTheWeb: "Na web", goOn: "Continuar",
        opensOnceInstalled: "“Abrir” funcionará quando {app} estiver neste dispositivo.",
        invited: "Você recebeu um convite.",
        notFound: Notice(
            title: "Este link não leva a lugar nenhum",
            text: "Pode ter um erro ou não ser mais válido. Peça um novo a quem o enviou."),
        unavailable: Notice(
            title: "Um momento",
            text: "Não é possível abrir links agora. Tente novamente em instantes."))

    private static let russian = PageTexts(
        open: "Открыть", getApp: "Скачать приложение", goOnInBrowser: "Продолжить в браузере",
        onTheWeb: "Перейти на сайт", goOn: "Продолжить",
        opensOnceInstalled: "«Открыть» сработает, когда {app} будет на этом устройстве.",
        invited: "Вас пригласили.",
        notFound: Notice(
            title: "Эта ссылка никуда не ведёт",
            text: "Возможно, в ней ошибка или она больше не действует. Попросите отправителя прислать новую."),
        unavailable: Notice(
            title: "Минутку",
            text: "Сейчас ссылки не открываются. Попробуйте чуть позже."))

    private static let spanish = PageTexts(
        open: "Abrir", getApp: "Obtener la app", goOnInBrowser: "Continuar en el navegador",
        onTheWeb: "En la web", goOn: "Continuar",
        opensOnceInstalled: "«Abrir» funcionará cuando {app} esté en este dispositivo.",
        invited: "Tienes una invitación.",
        notFound: Notice(
            title: "Este enlace no lleva a ninguna parte",
            text: "Puede que esté mal escrito o que ya no sea válido. Pide uno nuevo a quien te lo envió."),
        unavailable: Notice(
            title: "Un momento",
            text: "Ahora mismo no se pueden abrir enlaces. Inténtalo de nuevo en breve."))

    private static let turkish = PageTexts(
        open: "Aç", getApp: "Uygulamayı indir", goOnInBrowser: "Tarayıcıda devam et",
        onTheWeb: "Web sitesi", goOn: "Devam et",
        opensOnceInstalled: "“Aç” düğmesi, {app} bu cihazda olduğunda çalışır.", invited: "Bir davetin var.",
        notFound: Notice(
            title: "Bu bağlantı hiçbir yere çıkmıyor",
            text: "Yanlış yazılmış ya da artık geçersiz olabilir. Gönderen kişiden yenisini iste."),
        unavailable: Notice(
            title: "Bir dakika",
            text: "Bağlantılar şu anda açılamıyor. Lütfen biraz sonra yeniden dene."))

    private static let ukrainian = PageTexts(
        open: "Відкрити", getApp: "Завантажити застосунок", goOnInBrowser: "Продовжити в браузері",
        onTheWeb: "Перейти на сайт", goOn: "Продовжити",
        opensOnceInstalled: "«Відкрити» спрацює, коли {app} буде на цьому пристрої.",
        invited: "Вас запросили.",
        notFound: Notice(
            title: "Це посилання нікуди не веде",
            text: "Можливо, у ньому помилка або воно вже недійсне. Попросіть відправника надіслати нове."),
        unavailable: Notice(
            title: "Хвилинку",
            text: "Зараз посилання не відкриваються. Спробуйте трохи згодом."))
}
