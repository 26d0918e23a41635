// The interface 1 of <puppet-cell>.

export declare class PuppetCell extends HTMLElement {
  /** The version of pprepl. */
  static readonly version: string;
  /** The version of this interface: it changes when a page would have to. */
  static readonly interface: 1;
  /** The code as it is in the editor. */
  code: string;
  /** Runs the cell. The event `puppet-result` has the result. */
  run(): Promise<void>;
}

declare global {
  interface HTMLElementTagNameMap {
    'puppet-cell': PuppetCell;
  }
}
