/** A node's lease, on a bucket that may answer late or never. */
import { describe, expect, test } from 'bun:test'
import { Lease, type NodeLease } from '../../../src/fleet/placement/lease'
import { KIND, Link, type Unkindness } from './support/network'
import { VERSIONS } from './support/simulated-fleet'
import { BucketServer } from './support/unkind-bucket'
import { randomOf, VirtualProcess, VirtualTime } from './support/virtual-time'

class Setting {
  readonly time = new VirtualTime()
  readonly server = new BucketServer<NodeLease>(this.time, 12_000)
  #count = 0

  process(unkindness: Unkindness = KIND, node = 'a', url = 'https://a:7000') {
    const process = new VirtualProcess(this.time)
    const link = new Link(this.time, process, randomOf(7), unkindness)
    const over: string[] = []
    const lease: Lease = new Lease({
      node,
      bucket: this.server.client(link),
      timers: process,
      facts: () => ({ url, versions: VERSIONS, load: { companies: 0, standbys: 0, busy: 0, capacity: 1 } }),
      newIncarnation: () => `life-${++this.#count}`,
      onOver: (why) => over.push(why),
    })
    return { process, link, lease, over }
  }

  /** Starts it, and returns how long that took or why it failed. */
  async start({ lease }: { lease: Lease }, predecessor?: string): Promise<number | string> {
    let outcome: number | string | undefined
    const began = this.time.now()
    lease.start(predecessor).then(
      () => {
        outcome = this.time.now() - began
      },
      (error: Error) => {
        outcome = error.message
      },
    )
    await this.time.passUntil(() => outcome !== undefined, 60_000)
    return outcome ?? 'nothing'
  }
}

describe('a lease', () => {
  test('is there at once for the first process of its name, and is renewed each second', async () => {
    const setting = new Setting()
    const a = setting.process()
    expect(await setting.start(a)).toBeLessThan(100)
    await setting.time.pass(100)
    const before = setting.server.read('a')?.revision ?? 0
    await setting.time.pass(10_000)
    expect((setting.server.read('a')?.revision ?? 0) - before).toBe(10)
    expect(a.lease.isHeld()).toBe(true)
    expect(a.over).toEqual([])
  })

  test('refuses a second process with the same name in words', async () => {
    const setting = new Setting()
    const a = setting.process()
    await setting.start(a)
    await setting.time.pass(5000)
    expect(await setting.start(setting.process())).toBe(
      'The node name "a" is in use by another process, which answers at https://a:7000. Stop that process, or give this one another name with BALCAO_FLEET_NODE.',
    )
    await setting.time.pass(20_000)
    expect(a.lease.isHeld()).toBe(true)
  })

  test('of a process that was killed is free after 12 s, and at once for one that knows it to be dead or ended in order', async () => {
    const setting = new Setting()
    const killed = setting.process()
    await setting.start(killed)
    await setting.time.pass(5000)
    killed.process.kill()
    const next = setting.process()
    const took = await setting.start(next)
    expect(took).toBeGreaterThan(9000)
    expect(took).toBeLessThan(13_500)

    next.process.kill()
    const known = setting.process()
    expect(await setting.start(known, next.lease.incarnation)).toBeLessThan(100)

    await Promise.race([known.lease.stop(), setting.time.pass(1000)])
    await setting.time.pass(1000)
    expect(known.over).toEqual([])
    expect(await setting.start(setting.process())).toBeLessThan(100)
  })

  test('is trusted for 9 s from the sending of the last renewal, whenever its answer came', async () => {
    const setting = new Setting()
    const a = setting.process({ ...KIND, delayMs: 1 })
    await setting.start(a)
    await setting.time.pass(10_000)
    a.link.cut()
    const end = await setting.time.passUntil(() => !a.lease.isHeld(), 20_000)
    // The last renewal was sent up to a second before the cut.
    expect(end).toBeGreaterThan(7900)
    expect(end).toBeLessThanOrEqual(9000)
    await setting.time.pass(10)
    expect(a.over).toEqual(['no renewal was acknowledged for 9 s'])
  })

  test('ends at once for a process that was stopped for longer, before it does anything', async () => {
    const setting = new Setting()
    const a = setting.process()
    await setting.start(a)
    await setting.time.pass(3000)
    a.process.stop()
    await setting.time.pass(9100)
    expect(a.lease.isHeld()).toBe(false)
    a.process.continue()
    await setting.time.pass(100)
    expect(a.over).toHaveLength(1)
    expect(a.lease.isHeld()).toBe(false)
  })

  test('survives 7 s without any answer, as while the servers elect a leader', async () => {
    const setting = new Setting()
    const a = setting.process()
    await setting.start(a)
    for (let round = 0; round < 5; round++) {
      await setting.time.pass(5000)
      a.link.cut()
      await setting.time.pass(7000)
      a.link.mend()
    }
    await setting.time.pass(3000)
    expect(a.over).toEqual([])
    expect(a.lease.isHeld()).toBe(true)
  })

  test('survives renewals that are stored without an answer', async () => {
    const setting = new Setting()
    const a = setting.process()
    await setting.start(a)
    a.link.unkindness = { ...KIND, unanswered: 0.2 }
    await setting.time.pass(600_000)
    expect(a.over).toEqual([])
  })

  test('that the servers forgot is noticed within two seconds, and comes back as another', async () => {
    const setting = new Setting()
    const a = setting.process()
    await setting.start(a)
    await setting.time.pass(5000)
    const before = a.lease.incarnation
    setting.server.jump(3_600_000)
    await setting.time.passUntil(() => a.over.length > 0, 2000)
    expect(a.over).toEqual(['the lease has expired'])
    void a.lease.restart()
    await setting.time.pass(1000)
    expect(a.lease.isHeld()).toBe(true)
    expect(a.lease.incarnation).not.toBe(before)
    expect(setting.server.read('a')?.value.after).toBe(before)
  })

  test('of a stopped process that another has replaced does not come back', async () => {
    const setting = new Setting()
    const a = setting.process()
    await setting.start(a)
    await setting.time.pass(3000)
    a.process.stop()
    const other = setting.process(KIND, 'a', 'https://other:7000')
    expect(await setting.start(other)).toBeGreaterThan(8000)
    a.process.continue()
    await setting.time.pass(2000)
    expect(a.over).toHaveLength(1)
    let refusal = ''
    a.lease.restart().catch((error: Error) => {
      refusal = error.message
    })
    await setting.time.pass(5000)
    expect(refusal).toContain('https://other:7000')
    expect(other.lease.isHeld()).toBe(true)
  })
})
