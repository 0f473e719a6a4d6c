extension CommonPasswords {
    /// Passwords of eight and more characters that lead the published lists of leaked ones, in lower case,
    /// without those that the patterns know. Written from general knowledge of such lists.
    package static let listed: Set<String> = entries(
        """
        1q2w3e4r5t 1qaz2wsx3edc qwerty123456 qwertyui1 qwe123qwe 123qweasd 123qweasdzxc qweasdzxc1 qazwsxedc
        qazwsx123 qazwsxedcrfv zaq12wsx zaq1zaq1 zaq1xsw2 1qazxsw2 xsw21qaz q1w2e3r4 q1w2e3r4t5 asdfqwer
        asdfasdf asdf1234 asdfgh123 zxcvbnm1 zxcvbnm123 zxcvasdf poiuytrewq lkjhgfdsa mnbvcxza 1234qwer
        qwer1234 qwert123 qwert1234 12qwaszx qwaszx12 qazxswedc qweqwe123 asdasd123 asd123asd zxczxc123
        a1b2c3d4 a1b2c3d4e5 abcd1234 abc12345 abc123456 abcde12345 123abc123 1234abcd 12345abc 12345qwert
        123456abc 123456qwe 1a2b3c4d 1a2b3c4d5e aa123456 a123456789 a12345678 a1234567 aa12345678 q123456789
        z123456789 s123456789 m123456789 aaa123456 abc123abc 1234567a 12345678a 123456789a 123456789q
        1234567890a 123456aa 123456789abc 1122334455 11223344 112233445566 12344321 1234554321 123454321
        123321123 123123123a 121212121 12121212a 102030405 10203040 1020304050 987654321a 147852369 147896325
        1478963250 159357159 159753123 159357456 789456123 7894561230 741852963 963852741 741258963 258456258
        369258147 963258741 321654987 456789123 123789456 123654789 12365478 142536789 14253647 01012000
        01011990 01011980 01011985 01011991 01012010 11111111a 20002000 19901990 19871987 20102010 31415926
        314159265 27182818 13131313 69696969a 42424242 66666666a 77777777a 88888888a 99999999a 00000000a
        11112222 11122233 12341234a 43214321 55667788 00112233 98765432a 123698745 1236987450 987456321
        852456852 123456123 passw0rd password1 password12 password123 password1234 password12345
        password123456 password! password!1 passwords mypassword mypassword1 thepassword yourpassword
        newpassword newpassword1 oldpassword testpassword userpassword adminpassword rootpassword
        defaultpassword password2020 password2021 password2022 password2023 password2024 password2025 pass1234
        pass12345 pass123456 passpass1 passwort passwort1 passwort123 motdepasse motdepasse1 contrasena
        contraseña contrasena1 senha123 senha1234 senhasenha parola123 haslo123 heslo123 wachtwoord
        wachtwoord1 lozinka1 salasana salasana1 lösenord losenord adgangskode parolamea mypasswd passphrase
        passcode passcode1 passport1 password99 password11 password69 password88 p4ssword p4ssw0rd p@ssword
        p@ssw0rd p@$$w0rd pa$$word pa$$w0rd pa55word pa55w0rd passw0rd1 passw0rd123 p@ssw0rd1 p@ssw0rd123
        p@ssword1 p@ssword123 adminadmin admin1234 admin12345 admin123456 administrator administrator1
        administrador rootroot rootadmin rootroot1 root1234 toortoor superuser superadmin sysadmin sysadmin1
        webmaster webadmin useruser user1234 user12345 username username1 testtest testtest1 test1234
        test12345 testing1 testing12 testing123 testuser tester123 guest1234 guestguest demo1234 demodemo
        defaults default1 changeme changeme1 changeme123 changeit changethis letmein1 letmein12 letmein123
        letmeinnow letmein! openopen opensesame open1234 access14 access123 accessdenied security security1
        secret12 secret123 secret1234 secrets1 topsecret topsecret1 nopassword nopasswd noaccess private1
        login123 login1234 loginlogin signin123 master123 mastermaster masterkey magicword welcome1 welcome12
        welcome123 welcome1234 welcome! welcome01 welcome2 hello123 hello1234 helloworld hellohello hello12345
        hellokitty hellothere goodbye1 goodmorning goodluck goodlife goodtimes whatever whatever1 whatthefuck
        nothing1 nothing123 something something1 anything anything1 everything iforgot1 idontknow idontcare
        iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveyousomuch iloveyou3 iloveme1
        ilovegod ilovehim ilovehim1 iloveher iloveher1 ilovemom ilovemyself ilovemyfamily ilovejesus
        ilovemymom iluvyou1 loveyou1 loveyou2 loveyou123 lovelove lovelove1 lovely12 lovely123 loveme12
        loveme123 lover123 lovers12 lovebug1 loveforever lovebird iloveu12 iloveu123 teamo123 teamomucho
        teamo1234 tequiero tequiero1 teamoteamo jetaime1 jetaime123 ichliebedich tiamotiamo tiamo123 princess
        princess1 princess12 princess123 princesa princesa1 princesse princessa sunshine sunshine1 sunshine12
        sunshine123 football football1 football12 football123 baseball baseball1 baseball12 baseball123
        basketball basketball1 softball softball1 volleyball volleyball1 handball hockey123 soccer12 soccer123
        soccer10 futbol123 futebol1 superman superman1 superman12 superman123 superstar superstar1 batman123
        batman12 batman1234 spiderman spiderman1 spiderman123 ironman1 ironman123 wolverine wolverine1
        deadpool1 captainamerica avengers1 starwars starwars1 starwars123 startrek startrek1 skywalker
        skywalker1 anakin123 darthvader darkvader lordvader stormtrooper millenium falcon123 matrix123
        terminator terminator1 predator1 godfather scarface scarface1 gangster gangster1 jamesbond
        jamesbond007 bond007007 harrypotter hogwarts gryffindor voldemort1 dumbledore pokemon1 pokemon12
        pokemon123 pikachu1 pikachu123 charizard bulbasaur digimon1 digimon123 dragonball dragonball1
        dragonballz dragon12 dragon123 dragon1234 dragons1 naruto12 naruto123 naruto1234 narutouzumaki
        onepiece onepiece1 sasuke123 evangelion sephiroth finalfantasy finalfantasy7 nintendo nintendo1
        nintendo64 playstation playstation2 playstation3 xbox360x minecraft minecraft1 minecraft123 roblox123
        roblox1234 fortnite fortnite1 fortnite123 counterstrike callofduty callofduty4 warcraft warcraft1
        warcraft3 worldofwarcraft starcraft starcraft2 runescape runescape1 leagueoflegends halflife halflife2
        diablo123 gamer123 gamecube gameover gameboy1 supermario monkey12 monkey123 monkey1234 monkeys1
        monkeyman jordan23 jordan123 jordan12 jordan1234 kobe2424 lebron23 lakers24 lakers123 yankees1
        yankees2 redsox04 cowboys1 cowboys22 steelers steelers1 patriots patriots1 broncos1 packers1 chelsea1
        chelsea123 chelseafc arsenal1 arsenal123 arsenalfc liverpool liverpool1 liverpoolfc liverpool123
        manchester manchester1 manutd123 manunited manchesterunited everton1 tottenham spurs123 celtic1888
        rangers1 rangersfc barcelona barcelona1 fcbarcelona realmadrid realmadrid1 juventus juventus1
        inter1908 acmilan1 bayern123 borussia schalke04 galatasaray fenerbahce besiktas corinthians flamengo
        palmeiras saopaulo ronaldo7 ronaldo1 ronaldinho cristiano cristiano7 messi123 messi1010 beckham7
        beckham23 maradona michelle michelle1 michelle123 jennifer jennifer1 jessica1 jessica12 jessica123
        jessica1234 ashley12 ashley123 amanda12 amanda123 nicole12 nicole123 daniel12 daniel123 daniel1234
        michael1 michael12 michael123 michael1234 matthew1 matthew12 anthony1 anthony12 andrew12 andrew123
        joshua12 joshua123 robert12 robert123 thomas12 thomas123 charlie1 charlie12 charlie123 charlie1234
        jonathan jonathan1 christopher christian christian1 christine christina benjamin benjamin1 alexander
        alexander1 alexandra alexandre alexandru alejandro alejandra alejandro1 fernando fernanda francisco
        gabriela gabriel1 sebastian sebastian1 samantha samantha1 elizabeth elizabeth1 stephanie stephanie1
        victoria victoria1 veronica valentina valentin vanessa1 virginia patricia patrick1 nicholas nicholas1
        nathaniel caroline carolina carolina1 catherine katherine danielle danielle1 isabella isabella1
        isabelle brittany brittany1 courtney courtney1 chelsea12 cheyenne stephen1 steven12 william1
        william123 richard1 maverick maverick1 madison1 madison123 anthony7 vincent1 brandon1 brandon123
        jackson1 jackson5 babygirl babygirl1 babygirl12 babygirl123 babyboy1 babyboy123 babydoll baby1234
        mybabygirl sweetheart sweetie1 sweetpea sweetness angel123 angel1234 angel12345 angels12 angelina
        angelica angelica1 angelito blessed1 blessing faithful jesus123 jesus777 jesuschrist jesuslives
        jesus1234 jesusislord jesussaves godisgood godislove godbless godbless1 hallelujah heavenly mohammed
        muhammad mohammad bismillah alhamdulillah insyaallah krishna1 waheguru butterfly butterfly1 butterfly7
        butterfly12 butterflies sunflower sunflower1 rainbow1 rainbow123 snowball snowflake snowman1 chocolate
        chocolate1 chocolat cupcake1 cookie12 cookie123 cookies1 cheese12 cheese123 cheesecake banana12
        banana123 orange12 orange123 strawberry strawberry1 blueberry blackberry pineapple watermelon peanut12
        peanut123 pumpkin1 pumpkin123 spongebob spongebob1 mickeymouse mickey12 mickey123 minnie123 tinkerbell
        tinkerbell1 scooby12 scoobydoo garfield garfield1 snoopy12 snoopy123 tweety12 tweety123 pooh1234
        winniethepooh tigger12 tigger123 ginger12 ginger123 buster12 buster123 pepper12 pepper123 shadow12
        shadow123 hunter12 hunter123 killer12 killer123 killer1234 ranger12 bandit12 bailey12 bailey123
        maggie12 maggie123 sophie12 sophie123 lucky123 lucky777 lucky1234 lucky13a lucky7777 midnight
        midnight1 moonlight moonlight1 starlight stargate stargate1 blackcat blackcat1 blackjack blackjack1
        blackbird blackops2 whiteboy whitesox redskins bluebird blueeyes bluesky1 bluemoon greenday greenday1
        greenbay goldfish goldberg goldeneye silverado diamond1 diamond123 diamonds crystal1 fireball firebird
        firefire phoenix1 phoenix123 thunder1 thunder123 lightning lightning1 hurricane tornado1 tsunami1
        twilight twilight1 vampire1 vampires werewolf slipknot slipknot1 metallica metallica1 ironmaiden
        nirvana1 linkinpark linkinpark1 linkin123 eminem12 eminem123 rockstar rockstar1 rocknroll rock1234
        guitar12 guitar123 musiclover music123 music1234 dancer12 dancing1 cheerleader cheer123 forever1
        forever123 forever21 foreverlove friends1 friends12 friends123 friendship bestfriend bestfriends
        mybestfriend family12 family123 family1234 mother12 mother123 motherfucker fuckyou1 fuckyou2 fuckyou12
        fuckyou123 fuckyou! fuckoff1 fuckface fuckthis fuckme69 bullshit bullshit1 asshole1 asshole123
        bigdaddy bigdaddy1 bigboy123 bigdick1 sexysexy sexybitch sexygirl sexygirl1 sexylady pussycat pussy123
        pussy69a blowjob1 bitch123 bitches1 computer computer1 computer12 computer123 internet internet1
        internet123 samsung1 samsung12 samsung123 samsung1234 motorola nokia123 nokia1234 nokia6300 iphone12
        iphone123 android1 android123 google12 google123 google1234 googlegoogle facebook facebook1
        facebook123 twitter1 twitter123 instagram instagram1 instagram123 youtube1 youtube123 whatsapp
        whatsapp1 snapchat snapchat1 linkedin linkedin1 myspace1 myspace123 yahoo123 yahoo1234 hotmail1
        hotmail123 microsoft microsoft1 windows1 windows7 windows10 windowsxp linux123 ubuntu123 oracle123
        mysql123 postgres postgres1 postgres123 mongodb1 database database1 server123 network1 network123
        cisco123 ciscocisco cisco1234 ferrari1 ferrari123 lamborghini porsche1 porsche911 mercedes mercedes1
        mercedesbenz bmw12345 bmwbmwbmw corvette corvette1 mustang1 mustang12 mustang123 mustang69 camaro69
        chevrolet chevy123 chevelle toyota123 honda123 honda1234 yamaha123 kawasaki suzuki123 harley123
        harleydavidson ducati123 nascar24 nascar88 december december1 november november1 september september1
        october1 august123 february january1 wednesday saturday thursday monday123 friday13 friday123 summer12
        summer123 summer01 summertime springtime winter12 winter123 autumn123 christmas christmas1 halloween
        halloween1 birthday birthday1 happy123 happy1234 happyday happydays happyface happyhappy happiness
        happiness1 smile123 smiley123 hakunamatata freedom1 freedom123 liberty1 justice1 america1 american
        american1 americano australia argentina brasil123 brasil2014 canada123 california california1 colombia
        colombia1 deutschland england1 england66 portugal germany1 indonesia1 indonesia malaysia pakistan
        pakistan1 philippines singapore vietnam1 scotland mexico123 mexico12 newyork1 newyork123 newyorkcity
        chicago1 chicago23 florida1 hollywood hollywood1 lasvegas london12 london123 paris123 sydney123
        tokyo123 berlin123 bangalore trustno1 trustnoone trustme1 ncc1701d ncc1701e ncc1701a thx1138a
        letsgo123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty01 qwerty99 qwertyqwerty asdfghjkl1
        azerty123 azertyuiop1 xxxxxxxx1 zzzzzzzz1 master12 mustanggt welkom01 welkom123 hallo123 hallo1234
        hallohallo bonjour1 bonjour123 coucou123 soleil123 doudou123 chouchou loulou123 nounours marseille
        ciaociao ciao1234 juventus10 francesca alessandro alessandra giuseppe giovanni valentino hola1234
        holahola hola12345 estrella estrella1 mariposa mariposa1 corazon1 cariño12 chocolate2 bonita123
        chiquita privet123 lubov123 natasha1 nastya123 maksim123 vladimir vladislav samsung11 spartak1
        woaini123 woaini1314 woaini520 woaini521 5201314a 52013145201314 a5201314 qq123456 qq123456789
        wang1234 zhang123 sayang123 sayangku cintaku1 bismillah1 anjing123 mahalkita mahalko1 saranghae
        chowchow doraemon doraemon1 kittykat kittycat kitty123 kittykitty puppylove puppies1 doggydog doggie12
        dolphin1 dolphins dolphins1 elephant elephant1 penguin1 panther1 panthers panthers1 tigers12 lionking
        lionheart wolfpack wolverines scorpion scorpion1 scorpions eagles12 eagles123 falcons1 bulldog1
        bulldogs bulldogs1 wildcats wildcats1 longhorns razorback gators12 crimson1 warriors warriors1
        champion champion1 champions winner12 winner123 winners1 success1 success123 money123 money1234
        moneymoney moneyman cashmoney cashmoney1 bigmoney business business1 marketing teacher1 student1
        student123 student12 school12 school123 college1 football7 football10 goldengate valentine valentine1
        personal personal1 remember remember1 redsox12 thankyou thankyou1 peaceout peacelove fireman1
        firefighter trooper1 marines1 semperfi navyseal airborne military military1 soldier1 sergeant trinity1
        slayer666 satan666 devil666 hell6666 lucifer666 666666666 777888999 abcdefg1 abcdefg123 abcdefgh1
        abcabc123 aaaaaaa1 aaaaaaaa1 a11111111 aaaa1111 aaaa1234 1111aaaa qqqq1111 1234asdf asdf12345 zxcv1234
        zxcv12345
        """)

    /// Words so often chosen that digits and marks around them don't help.
    package static let words: Set<String> = entries(
        """
        password passwort passwd pass qwerty qwertz azerty qwertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm
        qwer letmein welcome admin administrator root user guest test testing login master secret changeme
        default hello abc abcd abcdef iloveyou loveyou love monkey dragon sunshine princess football baseball
        basketball soccer superman batman spiderman starwars pokemon naruto minecraft shadow michael jordan
        jessica jennifer charlie ashley daniel thomas andrew joshua summer winter spring autumn january
        february march april june july august september october november december monday tuesday wednesday
        thursday friday saturday sunday computer internet samsung google facebook freedom whatever trustno
        mustang liverpool chelsea arsenal barcelona babygirl angel jesus killer hunter ranger buster ginger
        pepper tigger cookie banana orange cheese flower lovely qazwsx passw
        """)

    private static func entries(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map { String($0).lowercased() })
    }
}
