// The in-memory files of an instance, and the flag that stops its evaluation.

import { Directory, File, OpenDirectory, OpenFile, PreopenDirectory, wasi } from '@bjorn3/browser_wasi_shim';

// The engine opens files so that it never waits for them. Files in memory never wait, and this flag changes nothing.
OpenFile.prototype.fd_fdstat_set_flags = () => 0;

// The files in memory have no links: asked for one, WASI's answer is that the file is none.
OpenDirectory.prototype.path_readlink = function (path: string) {
  const { ret, inode_obj: found } = this.path_lookup(path, 0);
  return { ret: found === null ? ret : wasi.ERRNO_INVAL, data: null };
};

/** A file that is not empty while the flag in shared memory is set. */
class StopFile extends File {
  constructor(private readonly flag: Int32Array) {
    super([]);
  }

  override get size(): bigint {
    return BigInt(Atomics.load(this.flag, 0));
  }
}

/** A root whose module asks for the metadata of `resume` when its stack is full: the answer is a call on another stack. */
class Root extends PreopenDirectory {
  resume: () => void = () => undefined;

  override path_filestat_get(flags: number, path: string): { ret: number; filestat: wasi.Filestat | null } {
    if (path !== 'resume') return super.path_filestat_get(flags, path);
    this.resume();
    // No metadata: the call may have made the memory grow, and the place for them is no more.
    return { ret: wasi.ERRNO_NOENT, filestat: null };
  }
}

/** The root directory of an instance. */
export class Files {
  readonly root: Root;

  constructor(flag: Int32Array | null) {
    this.root = new Root('/', new Map());
    if (flag !== null) this.root.dir.contents.set('stop', new StopFile(flag));
  }

  /** Sets what continues a call of the module on another stack. */
  onFullStack(resume: () => void): void {
    this.root.resume = resume;
  }

  /** Writes a file. Directories are created; a path cannot leave the root. */
  write(path: string, bytes: Uint8Array): void {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
    const name = parts.pop();
    if (name === undefined) return;
    let folder = this.root.dir;
    for (const part of parts) {
      let inner = folder.contents.get(part);
      if (!(inner instanceof Directory)) {
        inner = new Directory(new Map());
        folder.contents.set(part, inner);
      }
      folder = inner as Directory;
    }
    folder.contents.set(name, new File(bytes));
  }
}
