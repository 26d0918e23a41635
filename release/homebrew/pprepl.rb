# The Homebrew formula: `release/files FOLDER SHA256SUMS` fills in the repository, the version and the checksums.
class Pprepl < Formula
  desc "Interactive session, notebook and checker for the Puppet language"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/pprepl-@VERSION@-aarch64-apple-darwin"
      sha256 "@SHA256_AARCH64_APPLE_DARWIN@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/pprepl-@VERSION@-x86_64-apple-darwin"
      sha256 "@SHA256_X86_64_APPLE_DARWIN@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/pprepl-@VERSION@-aarch64-unknown-linux-musl"
      sha256 "@SHA256_AARCH64_LINUX@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/pprepl-@VERSION@-x86_64-unknown-linux-musl"
      sha256 "@SHA256_X86_64_LINUX@"
    end
  end

  resource "web" do
    url "@REPOSITORY@/releases/download/v@VERSION@/pprepl-@VERSION@-web.tar.gz"
    sha256 "@SHA256_WEB@"
  end

  def install
    bin.install Dir["pprepl-*"].first => "pprepl"
    system bin/"pprepl", "man", "--dir", buildpath/"man"
    man1.install Dir[buildpath/"man/*.1"]
    generate_completions_from_executable(bin/"pprepl", "completions")
    resource("web").stage { (share/"pprepl/web").install Dir["*"] }
  end

  test do
    assert_equal "[2, 4]", shell_output("#{bin}/pprepl -e '[1, 2].map |$x| { $x * 2 }'").strip
    system bin/"pprepl", "serve", "--export", testpath/"site"
    assert_path_exists testpath/"site/index.html"
  end
end
