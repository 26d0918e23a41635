// Hands the two languages to JavaScript, as externals that the tree-sitter module knows by their tag.
#include <napi.h>

typedef struct TSLanguage TSLanguage;

extern "C" TSLanguage *tree_sitter_puppet();
extern "C" TSLanguage *tree_sitter_epp();

// "tree-sitter", "language" in MD5: the tag that the tree-sitter module looks for.
const napi_type_tag LANGUAGE_TYPE_TAG = {0x8AF2E5212AD58ABF, 0xD5006CAD83ABBA16};

static Napi::Object Language(Napi::Env env, TSLanguage *language) {
  auto object = Napi::Object::New(env);
  auto external = Napi::External<TSLanguage>::New(env, language);
  external.TypeTag(&LANGUAGE_TYPE_TAG);
  object["language"] = external;
  return object;
}

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports["puppet"] = Language(env, tree_sitter_puppet());
  exports["epp"] = Language(env, tree_sitter_epp());
  return exports;
}

NODE_API_MODULE(tree_sitter_puppet_binding, Init)
