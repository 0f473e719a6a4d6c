extension MailTexts {
    static let western: [PageLanguage: String] = [
        .english: """
        Confirm your e-mail
        Please confirm that {email} is yours. The link is good for 24 hours.
        Choose a new password
        Somebody asked for a new password for your account with {app}. The link is good for one hour, and once.
        Confirm your new e-mail
        {email} is to be the e-mail of your account with {app}. The link is good for 24 hours.
        Your e-mail is about to change
        Somebody who knows your password asked for another e-mail for your account with {app}. If that wasn't \
        you, keep this one within 72 hours: everybody is signed out, and you choose a new password.
        Keep this e-mail
        Your password was changed
        Your account with {app} has a new password, and everybody was signed out. If that wasn't you, ask for a \
        new password in the app at once.
        If you didn't ask for this, you need do nothing.
        New password
        Done
        {email} is confirmed. You can go back to the app.
        Your password was changed. You can sign in with it now.
        This link is no longer good
        It was used already, or it is too old. Ask for a new one in the app.
        A password needs 8 characters or more, and must not be a common one.
        """,
        .german: """
        E-Mail-Adresse bestätigen
        Bitte bestätige, dass {email} deine Adresse ist. Der Link gilt 24 Stunden.
        Neues Passwort wählen
        Jemand hat ein neues Passwort für dein Konto bei {app} angefordert. Der Link gilt eine Stunde und \
        nur einmal.
        Neue E-Mail-Adresse bestätigen
        {email} soll die E-Mail-Adresse deines Kontos bei {app} werden. Der Link gilt 24 Stunden.
        Deine E-Mail-Adresse soll geändert werden
        Jemand, der dein Passwort kennt, möchte für dein Konto bei {app} eine andere E-Mail-Adresse. Wenn du das \
        nicht warst, behalte diese innerhalb von 72 Stunden: Alle werden abgemeldet, und du wählst ein \
        neues Passwort.
        Diese Adresse behalten
        Dein Passwort wurde geändert
        Dein Konto bei {app} hat ein neues Passwort, und alle wurden abgemeldet. Wenn du das nicht warst, \
        fordere in \
        der App sofort ein neues Passwort an.
        Wenn du das nicht angefordert hast, musst du nichts tun.
        Neues Passwort
        Fertig
        {email} ist bestätigt. Du kannst zur App zurückkehren.
        Dein Passwort wurde geändert. Du kannst dich jetzt damit anmelden.
        Dieser Link gilt nicht mehr
        Er wurde schon benutzt oder ist zu alt. Fordere in der App einen neuen an.
        Ein Passwort braucht mindestens 8 Zeichen und darf kein gängiges sein.
        """,
        .french: """
        Confirmez votre e-mail
        Veuillez confirmer que {email} est bien à vous. Le lien est valable 24 heures.
        Choisissez un nouveau mot de passe
        Un nouveau mot de passe a été demandé pour votre compte {app}. Le lien est valable une heure, une \
        seule fois.
        Confirmez votre nouvel e-mail
        {email} doit devenir l’e-mail de votre compte {app}. Le lien est valable 24 heures.
        Votre e-mail va être modifié
        Quelqu’un qui connaît votre mot de passe a demandé un autre e-mail pour votre compte {app}. Si ce \
        n’était pas \
        vous, gardez celui-ci dans les 72 heures : tout le monde est déconnecté et vous choisissez un \
        nouveau mot de \
        passe.
        Garder cet e-mail
        Votre mot de passe a été modifié
        Votre compte {app} a un nouveau mot de passe et tout le monde a été déconnecté. Si ce n’était pas vous, \
        demandez tout de suite un nouveau mot de passe dans l’application.
        Si vous n’avez rien demandé, vous n’avez rien à faire.
        Nouveau mot de passe
        C’est fait
        {email} est confirmé. Vous pouvez revenir à l’application.
        Votre mot de passe a été modifié. Vous pouvez maintenant vous connecter.
        Ce lien n’est plus valable
        Il a déjà servi ou il est trop ancien. Demandez-en un nouveau dans l’application.
        Un mot de passe doit avoir au moins 8 caractères et ne pas être courant.
        """,
        .spanish: """
        Confirma tu correo
        Confirma que {email} es tuyo. El enlace vale 24 horas.
        Elige una contraseña nueva
        Alguien ha pedido una contraseña nueva para tu cuenta de {app}. El enlace vale una hora y una sola vez.
        Confirma tu correo nuevo
        {email} va a ser el correo de tu cuenta de {app}. El enlace vale 24 horas.
        Tu correo va a cambiar
        Alguien que conoce tu contraseña ha pedido otro correo para tu cuenta de {app}. Si no has sido tú, \
        conserva \
        este en un plazo de 72 horas: se cierran todas las sesiones y eliges una contraseña nueva.
        Conservar este correo
        Tu contraseña ha cambiado
        Tu cuenta de {app} tiene una contraseña nueva y se han cerrado todas las sesiones. Si no has sido \
        tú, pide \
        enseguida una contraseña nueva en la aplicación.
        Si no lo has pedido, no tienes que hacer nada.
        Contraseña nueva
        Listo
        {email} está confirmado. Puedes volver a la aplicación.
        Tu contraseña ha cambiado. Ya puedes iniciar sesión con ella.
        Este enlace ya no vale
        Ya se usó o es demasiado antiguo. Pide uno nuevo en la aplicación.
        Una contraseña necesita al menos 8 caracteres y no puede ser una habitual.
        """,
        .portuguese: """
        Confirme seu e-mail
        Confirme que {email} é seu. O link vale por 24 horas.
        Escolha uma nova senha
        Alguém pediu uma nova senha para sua conta do {app}. O link vale por uma hora e só uma vez.
        Confirme seu novo e-mail
        {email} será o e-mail da sua conta do {app}. O link vale por 24 horas.
        Seu e-mail está para mudar
        Alguém que conhece sua senha pediu outro e-mail para sua conta do {app}. Se não foi você, mantenha \
        este em até \
        72 horas: todas as sessões são encerradas e você escolhe uma nova senha.
        Manter este e-mail
        Sua senha foi alterada
        Sua conta do {app} tem uma nova senha, e todas as sessões foram encerradas. Se não foi você, peça \
        logo uma nova \
        senha no aplicativo.
        Se você não pediu isso, não precisa fazer nada.
        Nova senha
        Pronto
        {email} está confirmado. Você pode voltar ao aplicativo.
        Sua senha foi alterada. Você já pode entrar com ela.
        Este link não vale mais
        Ele já foi usado ou é antigo demais. Peça um novo no aplicativo.
        Uma senha precisa de pelo menos 8 caracteres e não pode ser comum.
        """,
        .italian: """
        Conferma la tua e-mail
        Conferma che {email} è tua. Il link vale 24 ore.
        Scegli una nuova password
        Qualcuno ha chiesto una nuova password per il tuo account {app}. Il link vale un’ora e una sola volta.
        Conferma la tua nuova e-mail
        {email} sarà l’e-mail del tuo account {app}. Il link vale 24 ore.
        La tua e-mail sta per cambiare
        Qualcuno che conosce la tua password ha chiesto un’altra e-mail per il tuo account {app}. Se non \
        sei stato tu, \
        tieni questa entro 72 ore: tutte le sessioni vengono chiuse e scegli una nuova password.
        Tieni questa e-mail
        La tua password è cambiata
        Il tuo account {app} ha una nuova password e tutte le sessioni sono state chiuse. Se non sei stato \
        tu, chiedi \
        subito una nuova password nell’app.
        Se non l’hai chiesto tu, non devi fare nulla.
        Nuova password
        Fatto
        {email} è confermata. Puoi tornare all’app.
        La tua password è cambiata. Ora puoi accedere.
        Questo link non vale più
        È già stato usato o è troppo vecchio. Chiedine uno nuovo nell’app.
        Una password ha almeno 8 caratteri e non dev’essere comune.
        """,
        .dutch: """
        Bevestig je e-mailadres
        Bevestig dat {email} van jou is. De link is 24 uur geldig.
        Kies een nieuw wachtwoord
        Iemand vroeg om een nieuw wachtwoord voor je account bij {app}. De link is één uur geldig, en één keer.
        Bevestig je nieuwe e-mailadres
        {email} wordt het e-mailadres van je account bij {app}. De link is 24 uur geldig.
        Je e-mailadres wordt gewijzigd
        Iemand die je wachtwoord kent, vroeg om een ander e-mailadres voor je account bij {app}. Was jij \
        dat niet, \
        behoud dan dit adres binnen 72 uur: iedereen wordt uitgelogd en je kiest een nieuw wachtwoord.
        Dit adres behouden
        Je wachtwoord is gewijzigd
        Je account bij {app} heeft een nieuw wachtwoord en iedereen is uitgelogd. Was jij dat niet, vraag \
        dan meteen in \
        de app om een nieuw wachtwoord.
        Heb je hier niet om gevraagd, dan hoef je niets te doen.
        Nieuw wachtwoord
        Klaar
        {email} is bevestigd. Je kunt terug naar de app.
        Je wachtwoord is gewijzigd. Je kunt er nu mee inloggen.
        Deze link is niet meer geldig
        Hij is al gebruikt of te oud. Vraag in de app om een nieuwe.
        Een wachtwoord heeft minstens 8 tekens en mag niet veelgebruikt zijn.
        """,
        .polish: """
        Potwierdź swój e-mail
        Potwierdź, że {email} należy do ciebie. Link jest ważny 24 godziny.
        Wybierz nowe hasło
        Ktoś poprosił o nowe hasło do twojego konta w {app}. Link jest ważny godzinę i tylko raz.
        Potwierdź swój nowy e-mail
        {email} ma być adresem twojego konta w {app}. Link jest ważny 24 godziny.
        Twój e-mail ma się zmienić
        Ktoś, kto zna twoje hasło, poprosił o inny e-mail do twojego konta w {app}. Jeśli to nie ty, \
        zachowaj ten w \
        ciągu 72 godzin: wszyscy zostaną wylogowani, a ty wybierzesz nowe hasło.
        Zachowaj ten e-mail
        Twoje hasło zostało zmienione
        Twoje konto w {app} ma nowe hasło i wszyscy zostali wylogowani. Jeśli to nie ty, od razu poproś w \
        aplikacji o \
        nowe hasło.
        Jeśli to nie twoja prośba, nie musisz nic robić.
        Nowe hasło
        Gotowe
        {email} został potwierdzony. Możesz wrócić do aplikacji.
        Hasło zostało zmienione. Możesz się nim teraz zalogować.
        Ten link już nie działa
        Został już użyty albo jest za stary. Poproś w aplikacji o nowy.
        Hasło musi mieć co najmniej 8 znaków i nie może być pospolite.
        """,
        .turkish: """
        E-postanı onayla
        {email} adresinin sana ait olduğunu onayla. Bağlantı 24 saat geçerlidir.
        Yeni bir şifre seç
        Biri {app} hesabın için yeni bir şifre istedi. Bağlantı bir saat ve bir kez geçerlidir.
        Yeni e-postanı onayla
        {email}, {app} hesabının e-postası olacak. Bağlantı 24 saat geçerlidir.
        E-postan değişmek üzere
        Şifreni bilen biri {app} hesabın için başka bir e-posta istedi. Bu sen değilsen 72 saat içinde bu \
        e-postayı koru: \
        herkesin oturumu kapatılır ve yeni bir şifre seçersin.
        Bu e-postayı koru
        Şifren değiştirildi
        {app} hesabının yeni bir şifresi var ve herkesin oturumu kapatıldı. Bu sen değilsen uygulamadan \
        hemen yeni bir \
        şifre iste.
        Bunu sen istemediysen bir şey yapman gerekmez.
        Yeni şifre
        Tamam
        {email} onaylandı. Uygulamaya dönebilirsin.
        Şifren değiştirildi. Artık onunla giriş yapabilirsin.
        Bu bağlantı artık geçerli değil
        Kullanılmış ya da çok eski. Uygulamadan yenisini iste.
        Şifre en az 8 karakter olmalı ve yaygın bir şifre olmamalı.
        """,
        .indonesian: """
        Konfirmasi email Anda
        Konfirmasikan bahwa {email} milik Anda. Tautan berlaku 24 jam.
        Pilih kata sandi baru
        Seseorang meminta kata sandi baru untuk akun {app} Anda. Tautan berlaku satu jam dan hanya sekali.
        Konfirmasi email baru Anda
        {email} akan menjadi email akun {app} Anda. Tautan berlaku 24 jam.
        Email Anda akan diubah
        Seseorang yang tahu kata sandi Anda meminta email lain untuk akun {app} Anda. Jika itu bukan Anda, \
        pertahankan \
        email ini dalam 72 jam: semua sesi diakhiri dan Anda memilih kata sandi baru.
        Pertahankan email ini
        Kata sandi Anda telah diubah
        Akun {app} Anda memiliki kata sandi baru dan semua sesi telah diakhiri. Jika itu bukan Anda, segera \
        minta kata \
        sandi baru di aplikasi.
        Jika Anda tidak memintanya, Anda tidak perlu melakukan apa pun.
        Kata sandi baru
        Selesai
        {email} telah dikonfirmasi. Anda dapat kembali ke aplikasi.
        Kata sandi telah diubah. Anda sekarang dapat masuk dengannya.
        Tautan ini tidak berlaku lagi
        Sudah dipakai atau terlalu lama. Minta yang baru di aplikasi.
        Kata sandi minimal 8 karakter dan tidak boleh yang umum.
        """,
    ]
}
