/** Moves of companies that were ordered on the page, in control.db: a company has at most one. */
import { execute, getRow, getRows } from '../../platform/sql'
import type { ControlDb, WritableControl } from '../../platform/sqlite'
import type { MoveFault } from './contract'

export type StoredMove = {
  readonly companyId: number
  readonly machine: string
  readonly at: number
  /** Null while it waits for its hour. */
  readonly startedAt: number | null
  readonly fault: MoveFault | null
}

const COLUMNS = 'company_id AS companyId, machine, at, started_at AS startedAt, fault'

export const listStoredMoves = (control: ControlDb): StoredMove[] =>
  getRows<StoredMove>(control, `SELECT ${COLUMNS} FROM company_moves ORDER BY at, company_id`)

export const findStoredMove = (control: ControlDb, companyId: number): StoredMove | undefined =>
  getRow<StoredMove>(control, `SELECT ${COLUMNS} FROM company_moves WHERE company_id = ?`, companyId)

/** In place of the company's last one. */
export function storeMove(control: WritableControl, move: Omit<StoredMove, 'fault'>): void {
  execute(
    control,
    `INSERT INTO company_moves (company_id, machine, at, started_at) VALUES (@companyId, @machine, @at, @startedAt)
     ON CONFLICT (company_id) DO UPDATE SET machine = @machine, at = @at, started_at = @startedAt, fault = NULL`,
    move,
  )
}

export const storeStart = (control: WritableControl, companyId: number, now: number): void =>
  void execute(control, 'UPDATE company_moves SET started_at = ? WHERE company_id = ?', [now, companyId])

export const storeFault = (control: WritableControl, companyId: number, fault: MoveFault): void =>
  void execute(control, 'UPDATE company_moves SET fault = ? WHERE company_id = ?', [fault, companyId])

/** Returns whether there was one. */
export const removeMove = (control: WritableControl, companyId: number): boolean =>
  execute(control, 'DELETE FROM company_moves WHERE company_id = ?', companyId).changes > 0
