Pprepl.main
