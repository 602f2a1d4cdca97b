# Co je třeba říct, když se jiná část stránky nenačetla: je v každé stránce.

loading = Načítám…
page-missing = Stránku se nepodařilo načíst.
part-missing = Tuhle část se nepodařilo načíst.
newer-version = Je tu novější verze Rowlocku.
reload = Načíst znovu
try-again = Zkusit znovu
later = Později
to-home = Na úvodní stránku
refusal-unreachable = Server neodpovídá. Zkus to za chvilku.
