/** What a backup has to know in a fleet: a node copies the companies that it owns, and no others. */

export type CompanyStanding = {
  /** Owned here, so its files may be read. */
  readonly isHere: boolean
  /** Null if nobody owns it at this moment. */
  readonly node: string | null
  /** Rises when it comes or goes. */
  readonly epoch: number
}

export type FleetScope = {
  /** The file of control.db that may be read here: another one when its owner changes. */
  findControl(): Promise<string>
  find(uuid: string): Promise<CompanyStanding>
  /** Brings stored files of a company, or of `CONTROL`, that this disk lacks. Those that nobody has stay away. */
  bringFiles(company: string, files: readonly string[]): Promise<void>
}
