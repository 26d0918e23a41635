type Web::Site = Struct[{ port => Web::Port, Optional[root] => String }]
