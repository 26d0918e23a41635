# A Nix flake at the top of the repository: `nix run @REPOSITORY@`. `release/files FOLDER` fills in the repository.
{
  description = "Interactive session, notebook and checker for the Puppet language";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "pprepl";
          version = "@VERSION@";
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          buildType = "dist";
          # The tests need the terminal and Debian's modules: .ci/run has them.
          doCheck = false;
          # The site of `pprepl serve`, as the release has it.
          site = pkgs.fetchurl {
            url = "@REPOSITORY@/releases/download/v@VERSION@/pprepl-@VERSION@-web.tar.gz";
            sha256 = "@SHA256_WEB@";
          };
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            release/assets assets $out/bin/pprepl
            mkdir -p $out/share/pprepl/web
            tar -xzf $site -C $out/share/pprepl/web
            installManPage assets/man/*.1
            installShellCompletion assets/pprepl.bash assets/_pprepl assets/pprepl.fish
          '';
          meta = {
            description = "Interactive session, notebook and checker for the Puppet language";
            homepage = "@REPOSITORY@";
            license = pkgs.lib.licenses.asl20;
            mainProgram = "pprepl";
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell { packages = [ pkgs.cargo pkgs.rustc pkgs.clippy pkgs.rustfmt ]; };
      });
    };
}
