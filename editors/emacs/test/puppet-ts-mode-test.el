;;; puppet-ts-mode-test.el --- Tests of the modes  -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs --batch -L editors/emacs -l editors/emacs/test/puppet-ts-mode-test.el -f ert-run-tests-batch-and-exit

;;; Code:

(require 'ert)
(require 'puppet-ts-mode)

(defconst puppet-ts-test--manifest "# A class.
class web (
  Integer $port = 80,
  Hash    $opts = {},
) inherits base {
  if $port > 1 {
    file { \"/etc/${port}\":
      ensure  => file,
      content => @(\"END\":yaml),
        top: [
              nested: '
        | END
      require => [
        Package['x'],
      ],
    }
  } elsif $port {
    include foo
  } else {
    $text = 'one
   two'
  }
  case $port {
    /a{2/: { notice('x') }
    default: {
      $x = $port ? {
        1       => 'a',
        default => 'b',
      }
    }
  }
  $opts.each |$k, $v| {
    notify { $k: message => $v }
  }
  file {
    '/a':
      ensure => file;
    '/b':
      ensure => file,
  }
  service { 'x': ensure => running }
  -> exec { 'y':
    command => 'z',
  }
}
")

(defmacro puppet-ts-test--with (mode text &rest body)
  "Run BODY in a buffer of MODE with TEXT."
  (declare (indent 2))
  `(with-temp-buffer (insert ,text) (,mode) ,@body))

(ert-deftest puppet-ts-indentation-keeps-good-code ()
  (puppet-ts-test--with puppet-ts-mode puppet-ts-test--manifest
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) puppet-ts-test--manifest))))

(ert-deftest puppet-ts-indentation-restores-code ()
  (puppet-ts-test--with puppet-ts-mode "class a {\nif $x {\nfile { '/a':\nensure => file,\n}\n}\n}\n"
    (indent-region (point-min) (point-max))
    (should (equal (buffer-string) "class a {\n  if $x {\n    file { '/a':\n      ensure => file,\n    }\n  }\n}\n"))))

(ert-deftest puppet-ts-indentation-while-typing ()
  (dolist (case '(("class a (\nString $x," . 2) ("class a {\nif $x {" . 4) ("case $x {\n1: {" . 4)
                  ("file { '/a':\nensure => file," . 2) ("$x = [\n1," . 2) ("node default {" . 2)
                  ("$x.each |$y| {" . 2) ("class a {\n  include b\n" . 2)))
    (puppet-ts-test--with puppet-ts-mode ""
      (dolist (line (split-string (car case) "\n"))
        (insert (string-trim-left line))
        (indent-according-to-mode)
        (end-of-line)
        (newline-and-indent))
      (should (equal (cons (car case) (current-column)) case)))))

(ert-deftest puppet-ts-colors ()
  (puppet-ts-test--with puppet-ts-mode puppet-ts-test--manifest
    (font-lock-ensure)
    (dolist (case '(("A class" . font-lock-comment-face) ("class web" . font-lock-keyword-face)
                    ("web (" . font-lock-type-face) ("Integer" . font-lock-type-face)
                    ("ensure " . font-lock-property-name-face) ("nested" . font-lock-string-face)
                    ("notice" . font-lock-function-call-face) ("80" . font-lock-number-face)))
      (goto-char (point-min))
      (search-forward (car case))
      (should (equal (cons (car case) (get-text-property (match-beginning 0) 'face)) case)))))

(ert-deftest puppet-ts-names ()
  (puppet-ts-test--with puppet-ts-mode "class a {\n}\ndefine b() {\n}\nfunction c() {\n}\n"
    (should (equal (mapcar #'car (treesit-simple-imenu)) '("Class" "Defined type" "Function")))
    (goto-char (point-max))
    (beginning-of-defun)
    (should (looking-at-p "function c"))))

(ert-deftest puppet-ts-comments ()
  (puppet-ts-test--with puppet-ts-mode "include a\n"
    (comment-region (point-min) (1- (point-max)))
    (should (equal (buffer-string) "# include a\n"))))

(ert-deftest puppet-ts-templates ()
  (puppet-ts-test--with epp-ts-mode "<%- | String $name | -%>\n  text { '\n<% if $name { %>\nyes\n<% } %>\n"
    (let ((before (buffer-string)))
      (indent-region (point-min) (point-max))
      (should (equal (buffer-string) before)))
    (font-lock-ensure)
    (goto-char (point-min))
    (search-forward "String")
    (should (eq (get-text-property (match-beginning 0) 'face) 'font-lock-type-face))))

(provide 'puppet-ts-mode-test)

;;; puppet-ts-mode-test.el ends here
