/** A node in a process of its own, as `balcao serve` starts it. Prints its URL as JSON. */
import { serve } from '../../../../src/main'
import { program } from '../../../support/program'

const { config, fleet } = JSON.parse(process.env.SERVED ?? 'null')
const running = await serve(config, { fleet, program })
console.log(JSON.stringify({ url: running.url }))
process.on('SIGTERM', () => {
  void running.stop().then(() => process.exit())
})
