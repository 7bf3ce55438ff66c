/** Another process that locks a company's file. Run by a test, with path and duration as arguments. */
import { Database } from 'bun:sqlite'

const [path = '', hold = '0'] = process.argv.slice(2)
const db = new Database(path)
db.exec('PRAGMA busy_timeout = 2000')
db.exec('BEGIN IMMEDIATE')
console.log('held')
await Bun.sleep(Number(hold))
db.exec('ROLLBACK')
console.log('free')
