class db(String $password, Integer $port, Hash $options, Integer $size = 10) { }
