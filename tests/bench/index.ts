/** `bun run bench [--quick] [--only reading,ingest,send,live,rest,history,desk]`: measures the built executable and prints one JSON report. */
import { parseArgs } from 'node:util'
import { benchHistory } from './history'
import { benchIngest, benchLive, benchRest, benchSend } from './messages'
import { benchReading } from './reading'
import { createReport } from './report'
import { sizes } from './seed'
import { benchDesk } from './switching'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } })
const wanted = new Set(values.only?.split(',') ?? ['reading', 'ingest', 'send', 'live', 'rest', 'history', 'desk'])
const { quick } = values
const report = createReport()

if (wanted.has('rest')) await benchRest(report)
if (wanted.has('ingest'))
  await benchIngest(report, quick ? { rounds: 1, messages: 2000 } : { rounds: 3, messages: 6000 })
if (wanted.has('send')) await benchSend(report, { messages: quick ? 800 : 2400 })
if (wanted.has('live')) await benchLive(report, { seconds: quick ? 5 : 15 })
if (wanted.has('desk')) await benchDesk(report, { switches: quick ? 12 : 40 })
if (wanted.has('history')) await benchHistory(report, { chats: quick ? 100 : 500, messages: 100 })
if (wanted.has('reading'))
  await benchReading(report, quick ? sizes.S : sizes.M, quick ? { rounds: 1, seconds: 3 } : { rounds: 3, seconds: 5 })

const result = report.toJson()
console.log(JSON.stringify(result, null, 2))
process.exit(result.pass ? 0 : 1)
