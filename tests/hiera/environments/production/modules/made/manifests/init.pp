class made(String $greeting, String $text, String $own = 'default') { }
