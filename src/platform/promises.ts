/** Continues with an answer that may be there already. */

/**
 * Like `then`, but at once if the promise has its value. What one process answers itself then takes no turn of the event loop,
 * so that nothing comes in between and events keep their order.
 */
export function atOnce<T, U>(answer: Promise<T>, then: (value: T) => U | Promise<U>): Promise<U> {
  if (Bun.peek.status(answer) !== 'fulfilled') return answer.then(then)
  try {
    return Promise.resolve(then(Bun.peek(answer) as T)) // fulfilled, as was just seen
  } catch (error) {
    return Promise.reject(error)
  }
}
