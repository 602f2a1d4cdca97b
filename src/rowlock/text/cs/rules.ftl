# Stránky s pravidly, našimi slovy. Čísla dodává hra, takže jeden text slouží všem.

rules-play = Jdu hrát
rules-next = Kam dál

rules-aim-title = O co jde
rules-aim = Zakřížkuj co nejvíc čísel. Každý další křížek v řadě má větší cenu než ten před ním. Kdo má na konci nejvíc bodů, vyhrává.

rules-order-title = Zleva doprava
rules-order = Každou řadu křížkuješ zleva doprava. Čísla můžeš přeskakovat, ale co zůstane vlevo od posledního křížku, je navždy pryč.
rules-order-caption = Zakřížkováno: { $crossed }. Čísla { $skipped } jsou pryč, od { $next } dál je všechno volné.

rules-white-title = Bílé kostky jsou pro všechny
rules-white = Kdo je na tahu, hodí všemi kostkami. Potom můžou všichni najednou, ať házel kdokoli, zakřížkovat součet dvou bílých kostek v jedné řadě, nebo vynechat.
rules-white-caption = { $first } a { $second } dají { $sum }: každý hráč může zakřížkovat jedno z označených políček.

rules-colour-title = Barevná kostka je pro toho, kdo házel
rules-colour = Potom může jen hráč na tahu sečíst jednu bílou kostku s jednou barevnou a zakřížkovat ten součet v její barvě. Nebo vynechat.
rules-colour-caption =
    { $colour ->
        [r] Na červené kostce
        [y] Na žluté kostce
        [g] Na zelené kostce
       *[b] Na modré kostce
    } je { $face }: s jednou bílou dá { $first }, s druhou { $second }.

rules-pawn-title = Pak můžeš posunout figurku
rules-pawn = Třetí akce ve tvém tahu: posuň figurku o 1 až { $reach } polí dopředu. Pole, kde stojí jiné figurky, se nepočítají a přeskakují se. Pole, na kterém skončíš, určuje číslo: to musíš zakřížkovat podle všech obvyklých pravidel.
rules-pawn-crossed = Když už to číslo zakřížkované máš, smíš tam taky, ale nový křížek to není. Když ho nemáš a ani zakřížkovat nejde, skončit tam nemůžeš.
rules-pawn-caption = Ze startu může figurka na kterékoli z prvních { $reach } polí. Čím dál dojde, tím víc bodů přinese.

rules-lucky-title = Šťastná čísla
rules-lucky = Každý má na kartě dvě šťastná čísla. Když je součet bílých kostek jedno z tvých, můžeš místo něj zakřížkovat něco lepšího: hned další políčko v řadě, kde máš nejmíň křížků.
rules-lucky-limits = Platí to pro všechny, při každém hodu a kolikrát to padne, ale jen s bílými kostkami. Když je takových řad víc, vybereš si.
rules-lucky-caption = { $first } a { $second } dají { $sum }, a to je tady šťastné číslo. Dvě řady jsou prázdné, takže v nich jde zakřížkovat první políčko.

rules-miss-title = Žádný křížek je chybný hod
rules-miss = Když si ve svém tahu nezakřížkuješ vůbec nic, zapíšeš si chybný hod, a ten stojí { $points } bodů. V tazích ostatních můžeš vynechávat, jak chceš.

rules-lock-title = Uzamčení řady
rules-lock =
    { $ends ->
        [one] Poslední číslo řady potřebuje před sebou aspoň { $needs } křížků.
       *[other] Každé z posledních { $ends } čísel řady potřebuje před sebou aspoň { $needs } křížků.
    } Když ho zakřížkuješ, řada se uzamkne: zakřížkuješ i zámek a ten se počítá jako další křížek. Řada je pak zavřená pro všechny a její kostka jde ze hry.
rules-lock-together = Když může řadu stejným bílým součtem uzamknout víc hráčů, smí to všichni a zámek dostane každý z nich.
rules-lock-caption = { $needs } křížků, pak poslední číslo a zámek: v řadě se počítá { $crosses } křížků.

rules-end-title = Konec hry
rules-end =
    { $locks ->
        [few] Hra končí okamžitě, jakmile jsou uzamčené { $locks } řady,
       *[other] Hra končí okamžitě, jakmile je uzamčeno { $locks } řad,
    } nebo když si někdo zapíše { $misses }. chybný hod.
rules-end-finish = Končí také, když některá figurka dojde na jedno z posledních { $finish } polí: každý z ostatních hráčů má pak ještě jeden tah.

rules-score-title = Body
rules-score = Řada má s každým křížkem větší cenu, zámek se počítá taky. Každý chybný hod ubere { $points } bodů.
rules-score-bonus = Figurka přidá body pole, na kterém stojí, nejvýš { $most }.
rules-crosses = { $count } ✕
