/** What a dump opens it must close, so a dump that was cut behind a statement is noticed. */

export type Ending = ReturnType<typeof createEnding>

const COMPLETED = '-- Dump completed'

export function createEnding() {
  const opened = new Map<string, number>()
  let isMarked = false

  function open(what: string): void {
    opened.set(what, (opened.get(what) ?? 0) + 1)
    isMarked ||= what !== 'LOCK TABLES'
  }
  /** A commit closes all transactions; a dump of several databases contains one dump for each. */
  function close(what: string): void {
    opened.set(what, what.startsWith('-- PostgreSQL') ? (opened.get(what) ?? 0) - 1 : 0)
  }
  return {
    open,
    close,
    noteComment(line: string): void {
      if (/^-- PostgreSQL database( cluster)? dump$/.test(line)) open(line)
      else if (/^-- PostgreSQL database( cluster)? dump complete$/.test(line)) close(line.replace(/ complete$/, ''))
      else if (/^-- (MySQL|MariaDB) dump /.test(line)) open(COMPLETED)
      else if (line.startsWith(COMPLETED)) close(COMPLETED)
    },
    /** Whether the end of the dump would be missed if it were cut off. */
    isMarked: () => isMarked,
    findOpen: (): string | undefined => [...opened].find(([, count]) => count > 0)?.[0],
  }
}
