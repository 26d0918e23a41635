;;; puppet-ts-mode.el --- Major modes for Puppet and EPP with tree-sitter  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "29.1"))
;; Keywords: languages
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `puppet-ts-mode' is for manifests (.pp), `epp-ts-mode' for templates (.epp).  Both need the parsers of
;; tree-sitter-puppet: see docs/editors.md of pprepl.  With eglot, `pprepl lsp' is their language server.

;;; Code:

(require 'treesit)
(require 'imenu)

(defgroup puppet-ts nil
  "Puppet with tree-sitter."
  :group 'languages
  :prefix "puppet-ts-")

(defcustom puppet-ts-indent-offset 2
  "The number of columns of a level."
  :type 'integer
  :safe #'integerp)

;;; Syntax

(defvar puppet-ts-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\' "\"" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?$ "'" table)
    (modify-syntax-entry ?: "_" table)
    (modify-syntax-entry ?_ "_" table)
    (dolist (mark '(?| ?= ?+ ?- ?* ?/ ?% ?! ?? ?< ?> ?& ?~ ?@ ?.))
      (modify-syntax-entry mark "." table))
    table)
  "The syntax of Puppet without its heredocs and regular expressions.")

(defconst puppet-ts--texts '("heredoc_body" "regex" "text" "template_comment")
  "The nodes whose brackets and quotes mean nothing.")

(defun puppet-ts--propertize (start end)
  "Make the texts of another language from START to END strings."
  (let* ((root (treesit-buffer-root-node))
         (query (mapcar (lambda (type) `((,(intern type)) @text)) (puppet-ts--known puppet-ts--texts)))
         (found (treesit-query-capture root (treesit-query-compile (treesit-node-language root) (apply #'append query))
                                       start end t)))
    (dolist (node found)
      (let ((from (treesit-node-start node)) (to (treesit-node-end node)))
        (when (> (- to from) 1)
          (put-text-property from (1+ from) 'syntax-table (string-to-syntax "|"))
          (put-text-property (1- to) to 'syntax-table (string-to-syntax "|")))))))

(defun puppet-ts--known (types)
  "Return those of TYPES that the language of the buffer has."
  (let ((language (treesit-node-language (treesit-buffer-root-node))))
    (seq-filter (lambda (type)
                  (ignore-errors (treesit-query-compile language `((,(intern type)) @x) t)))
                types)))

;;; Indentation

(defun puppet-ts--in-text-p (_node _parent bol)
  "Return whether the line at BOL must stay as it is: a text, a tag."
  (if (save-excursion (goto-char bol) (looking-at-p "<%")) t (puppet-ts--text-at bol)))

(defun puppet-ts--text-at (bol)
  "Return the text around BOL that starts on a line before."
  (treesit-parent-until
   (treesit-node-at bol)
   (lambda (one)
     (and (member (treesit-node-type one)
                  '("heredoc_body" "string" "interpolated_string" "text" "template_comment" "comment"))
          (< (treesit-node-start one) (save-excursion (goto-char bol) (line-beginning-position)))
          (>= (treesit-node-end one) bol)))
   t))

(defun puppet-ts--opener (bol)
  "Return the position of the innermost bracket that is open at BOL."
  (nth 1 (syntax-ppss bol)))

(defun puppet-ts--open-p (_node parent bol)
  "Return whether PARENT says nothing about BOL, and a bracket is open there."
  (and (or (null parent) (member (treesit-node-type parent) '("ERROR" "source_file" "template")))
       (puppet-ts--opener bol)))

(defun puppet-ts--opener-line (_node _parent bol)
  "Return the first text on the line of the bracket that is open at BOL."
  (save-excursion
    (goto-char (puppet-ts--opener bol))
    (back-to-indentation)
    (point)))

(defun puppet-ts--closer-p (_node _parent bol)
  "Return whether a closing bracket stands at BOL."
  (save-excursion (goto-char bol) (looking-at-p "[])}]\\||>")))

(defun puppet-ts--open-closer-p (node parent bol)
  "Return whether a bracket of broken code closes at BOL: see NODE and PARENT."
  (and (puppet-ts--closer-p node parent bol) (puppet-ts--open-p node parent bol)))

(defvar puppet-ts--indent-rules
  '((puppet-ts--in-text-p no-indent 0)
    (puppet-ts--open-closer-p puppet-ts--opener-line 0)
    (puppet-ts--closer-p parent-bol 0)
    (puppet-ts--open-p puppet-ts--opener-line puppet-ts-indent-offset)
    ((node-is "else_clause") parent-bol 0)
    ((node-is "elsif_clause") parent-bol 0)
    ((match "[-~<][->~]" "relationship") parent-bol 0)
    ((parent-is "relationship") parent-bol 0)
    ((parent-is "source_file") column-0 0)
    ((parent-is "template") column-0 0)
    ((n-p-gp nil "parameter" nil) parent-bol puppet-ts-indent-offset)
    (catch-all parent-bol puppet-ts-indent-offset))
  "The rules of indentation.")

;;; Colors

(defconst puppet-ts--keywords
  '("case" "class" "define" "else" "elsif" "function" "if" "inherits" "node" "plan" "type" "unless" "apply")
  "The keywords of definitions and conditions.")

(defconst puppet-ts--operators
  '("=" "+=" "-=" "==" "!=" "=~" "!~" "<" "<=" ">" ">=" "<<" ">>" "+" "-" "*" "/" "%" "!" "?" "=>" "+>" "->" "~>"
    "<-" "<~" "@" "@@")
  "The operators.")

(defun puppet-ts--font-lock (language)
  "Return the colors of LANGUAGE."
  (treesit-font-lock-rules
   :language language :feature 'comment '((comment) @font-lock-comment-face)
   :language language :feature 'string
   '([(string_text) (interpolated_text)] @font-lock-string-face
     ["'" "\""] @font-lock-string-face
     (heredoc_text) @font-lock-string-face
     [(heredoc_tag) (heredoc_end)] @font-lock-constant-face
     (heredoc_syntax) @font-lock-preprocessor-face
     (host_name) @font-lock-string-face)
   :language language :feature 'keyword
   `([,@puppet-ts--keywords "and" "in" "or"] @font-lock-keyword-face
     (reserved_word) @font-lock-keyword-face)
   :language language :feature 'definition
   '((function_definition name: (_) @font-lock-function-name-face)
     (plan_definition name: (_) @font-lock-function-name-face)
     (class_definition name: (_) @font-lock-type-face)
     (resource_type_definition name: (_) @font-lock-type-face)
     (parameter name: (variable) @font-lock-variable-name-face))
   :language language :feature 'type
   '((type_name) @font-lock-type-face
     (class_definition parent: (name) @font-lock-type-face)
     (resource_declaration type: (name) @font-lock-type-face)
     (resource_attributes type: (name) @font-lock-type-face))
   :language language :feature 'constant
   '([(boolean) (undef) (default)] @font-lock-constant-face
     (number) @font-lock-number-face)
   :language language :feature 'property
   '((attribute name: (name) @font-lock-property-name-face)
     (pair key: (name) @font-lock-property-name-face))
   :language language :feature 'function
   '((function_call function: (name) @font-lock-function-call-face)
     (statement_call function: (name) @font-lock-builtin-face)
     (method_name) @font-lock-function-call-face)
   :language language :feature 'variable
   '((variable) @font-lock-variable-use-face)
   :language language :feature 'escape :override t
   '((escape_sequence) @font-lock-escape-face
     (regex) @font-lock-regexp-face)
   :language language :feature 'operator
   `([,@puppet-ts--operators] @font-lock-operator-face)
   :language language :feature 'bracket
   '(["(" ")" "[" "]" "{" "}"] @font-lock-bracket-face)
   :language language :feature 'delimiter
   '(["," ";" ":" "."] @font-lock-delimiter-face)))

(defun puppet-ts--template-font-lock ()
  "Return the colors that templates add."
  (append
   (treesit-font-lock-rules
    :language 'epp :feature 'comment '((template_comment) @font-lock-comment-face)
    :language 'epp :feature 'keyword '(["<%" "<%=" "%>"] @font-lock-preprocessor-face))
   (puppet-ts--font-lock 'epp)))

(defconst puppet-ts--features
  '((comment definition)
    (keyword string type)
    (constant property escape function)
    (variable operator bracket delimiter))
  "The features of colors by level.")

;;; Names

(defconst puppet-ts--definitions
  (rx bos (or "class" "resource_type" "function" "plan" "node" "type") "_" (or "definition" "alias") eos)
  "The nodes of definitions.")

(defun puppet-ts--name (node)
  "Return the name of the definition NODE."
  (let ((name (or (treesit-node-child-by-field-name node "name") (treesit-node-child-by-field-name node "host"))))
    (and name (treesit-node-text name t))))

(defconst puppet-ts--imenu
  `(("Class" "\\`class_definition\\'" nil puppet-ts--name)
    ("Defined type" "\\`resource_type_definition\\'" nil puppet-ts--name)
    ("Function" "\\`function_definition\\'" nil puppet-ts--name)
    ("Plan" "\\`plan_definition\\'" nil puppet-ts--name)
    ("Node" "\\`node_definition\\'" nil puppet-ts--name)
    ("Type" "\\`type_\\(?:alias\\|definition\\)\\'" nil puppet-ts--name))
  "The definitions that `imenu' lists.")

;;; Modes

(defun puppet-ts--setup (language)
  "Set the buffer up for LANGUAGE."
  (unless (treesit-ready-p language)
    (user-error "The parser of `%s' is missing: see docs/editors.md" language))
  (treesit-parser-create language)
  (setq-local treesit-simple-indent-rules `((,language . ,puppet-ts--indent-rules))
              treesit-font-lock-feature-list puppet-ts--features
              treesit-defun-type-regexp puppet-ts--definitions
              treesit-defun-name-function #'puppet-ts--name
              treesit-simple-imenu-settings puppet-ts--imenu
              syntax-propertize-function #'puppet-ts--propertize
              indent-tabs-mode nil
              electric-indent-chars (append "{}[]():\n" electric-indent-chars))
  (treesit-major-mode-setup))

;;;###autoload
(define-derived-mode puppet-ts-mode prog-mode "Puppet"
  "A mode for manifests of Puppet."
  :syntax-table puppet-ts-mode-syntax-table
  (setq-local comment-start "# "
              comment-end ""
              comment-start-skip "#+[ \t]*"
              treesit-font-lock-settings (and (treesit-ready-p 'puppet t) (puppet-ts--font-lock 'puppet)))
  (puppet-ts--setup 'puppet))

;;;###autoload
(define-derived-mode epp-ts-mode prog-mode "EPP"
  "A mode for templates of Puppet."
  :syntax-table puppet-ts-mode-syntax-table
  (setq-local comment-start "<%# "
              comment-end " %>"
              treesit-font-lock-settings (and (treesit-ready-p 'epp t) (puppet-ts--template-font-lock)))
  (puppet-ts--setup 'epp))

(put 'puppet-ts-mode 'eglot-language-id "puppet")
(put 'epp-ts-mode 'eglot-language-id "epp")

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.pp\\'" . puppet-ts-mode))
  (add-to-list 'auto-mode-alist '("\\.epp\\'" . epp-ts-mode)))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs '((puppet-ts-mode epp-ts-mode puppet-mode) "pprepl" "lsp")))

(provide 'puppet-ts-mode)

;;; puppet-ts-mode.el ends here
