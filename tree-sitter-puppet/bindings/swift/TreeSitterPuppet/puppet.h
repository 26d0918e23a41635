#ifndef TREE_SITTER_PUPPET_H_
#define TREE_SITTER_PUPPET_H_

typedef struct TSLanguage TSLanguage;

#ifdef __cplusplus
extern "C" {
#endif

const TSLanguage *tree_sitter_puppet(void);
const TSLanguage *tree_sitter_epp(void);

#ifdef __cplusplus
}
#endif

#endif // TREE_SITTER_PUPPET_H_
