;;; eglot-test.el --- Asks `pprepl lsp' through eglot  -*- lexical-binding: t; -*-

;;; Commentary:

;; tests/editors/run.py loads this file after the recipe of docs/editors.md.

;;; Code:

(require 'eglot)
(require 'json)

(defun pprepl-test--wait (what done)
  "Wait until DONE returns a value, and return it.  WHAT is its name in an error."
  (let ((limit (+ (float-time) 60)) value)
    (while (not (setq value (funcall done)))
      (when (> (float-time) limit) (error "No %s after a minute" what))
      (accept-process-output nil 0.05))
    value))

(defun pprepl-test--ask (method &rest parameters)
  "Send METHOD with PARAMETERS at point."
  (jsonrpc-request (eglot-current-server) method (append (eglot--TextDocumentPositionParams) parameters)))

(defun pprepl-test-eglot ()
  "Report on manifests/site.pp."
  (setq eglot-sync-connect 30)
  (find-file "manifests/site.pp")
  (eglot--connect '(puppet-ts-mode) (cons 'transient (expand-file-name "..")) 'eglot-lsp-server '("pprepl" "lsp") '("puppet"))
  (pprepl-test--wait "server" #'eglot-current-server)
  (pprepl-test--wait "mode" (lambda () (or eglot--managed-mode (progn (eglot--maybe-activate-editing-mode) nil))))
  (flymake-mode 1)
  (let ((diagnostics (pprepl-test--wait "findings" (lambda () (flymake-start) (flymake-diagnostics))))
        hover definition)
    (goto-char (point-min))
    (search-forward "include w")
    (pprepl-test--wait "index" (lambda ()
                                 (let ((found (pprepl-test--ask :textDocument/definition)))
                                   (and (> (length found) 0) (setq definition found)))))
    (setq hover (pprepl-test--ask :textDocument/hover))
    (goto-char (point-max))
    (insert "noti")
    (eglot--signal-textDocument/didChange)
    (let* ((items (append (plist-get (pprepl-test--ask :textDocument/completion) :items) nil))
           (first (if (vectorp definition) (aref definition 0) definition)))
      (princ (concat "RESULT "
                     (json-encode
                      `((mode . ,(symbol-name major-mode))
                        (diagnostics . ,(mapcar #'flymake-diagnostic-text diagnostics))
                        (definition . ,(plist-get first :uri))
                        (completion . ,(mapcar (lambda (one) (plist-get one :label)) items))
                        (hover . ,(format "%s" (plist-get hover :contents)))))
                     "\n")))))

(provide (quote eglot-test))

;;; eglot-test.el ends here
