module example.com/median

go 1.21
