import { Authorized, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql'
import { keyManagers, queueReaders } from '../../platform/graphql/access.js'
import type { DepsOf, RequestContext } from '../../platform/graphql/context.js'
import { costOfRows, costOfWriting } from '../../platform/graphql/limits.js'
import { idempotencyKey, InputArg, mutationOf, withIdempotencyKey } from '../../platform/graphql/mutation.js'
import { pauseQueue, resumeQueue, retryQueue } from './pause-queue.js'
import type { QueueName } from './queue.js'
import { readQueues } from './queues.read.js'
import { JobQueueType, queueNameEnum, toJobQueue } from './queues.types.js'

const queue = { type: () => queueNameEnum, isRequired: true, description: 'The queue.' } as const
const queueField = { type: () => JobQueueType, description: 'Its state; null where refused.' }

const pausing = mutationOf({
  name: 'PauseQueue',
  to: 'pausing a queue',
  takes: {
    queue,
    reason: { type: () => String, isRequired: true, description: 'Why; at most 255 characters.' },
    idempotencyKey,
  },
  gives: { queue: queueField },
  refuses: ['INVALID_ARGUMENT'],
})

const resuming = mutationOf({
  name: 'ResumeQueue',
  to: 'resuming a queue',
  takes: { queue, idempotencyKey },
  gives: { queue: queueField },
  refuses: ['INVALID_ARGUMENT'],
})

const retrying = mutationOf({
  name: 'RetryQueue',
  to: 'retrying failed rows of a queue',
  takes: { queue, idempotencyKey },
  gives: {
    queue: queueField,
    retried: { type: () => Int, description: 'How many waiting rows were made ready; null where refused.' },
  },
  refuses: ['INVALID_ARGUMENT'],
})

interface OfQueue {
  readonly idempotencyKey: string
  readonly queue: QueueName
}

@Resolver(() => JobQueueType)
export class QueuesResolver {
  constructor(private readonly deps: DepsOf<typeof pauseQueue>) {}

  @Authorized(queueReaders)
  @Query(() => [JobQueueType], {
    complexity: costOfRows(8),
    description: 'All that waits for workers, queue by queue.',
  })
  async jobs(@Ctx() { read }: RequestContext): Promise<JobQueueType[]> {
    return (await readQueues(read)).map(toJobQueue)
  }

  @Authorized(keyManagers)
  @Mutation(() => pausing.payload, {
    complexity: costOfWriting,
    description:
      'Pauses a queue: within two seconds, no worker takes from it. Work in flight ends; waiting rows stay.',
  })
  pauseQueue(
    @Ctx() context: RequestContext,
    @InputArg(pausing.input) input: OfQueue & { readonly reason: string },
  ) {
    const paused = async () => {
      const { queue: name, reason } = input
      await pauseQueue(this.deps, withIdempotencyKey(context, 'pauseQueue', input), { name, reason })
      return this.stateOf(name)
    }
    return pausing.answer(paused())
  }

  @Authorized(keyManagers)
  @Mutation(() => resuming.payload, {
    complexity: costOfWriting,
    description: 'Resumes a queue, within two seconds.',
  })
  resumeQueue(@Ctx() context: RequestContext, @InputArg(resuming.input) input: OfQueue) {
    const resumed = async () => {
      await resumeQueue(this.deps, withIdempotencyKey(context, 'resumeQueue', input), input.queue)
      return this.stateOf(input.queue)
    }
    return resuming.answer(resumed())
  }

  @Authorized(keyManagers)
  @Mutation(() => retrying.payload, {
    complexity: costOfWriting,
    description:
      'Retries failed rows of a queue now instead of after their backoff, at most a thousand at a time. An order keeps its rung of the ladder.',
  })
  retryQueue(@Ctx() context: RequestContext, @InputArg(retrying.input) input: OfQueue) {
    const retried = async () => {
      const call = withIdempotencyKey(context, 'retryQueue', input)
      const n = await retryQueue(this.deps, call, input.queue)
      return { ...(await this.stateOf(input.queue)), retried: n }
    }
    return retrying.answer(retried())
  }

  private async stateOf(name: QueueName): Promise<{ queue: JobQueueType }> {
    const [found] = await readQueues(this.deps.database.read, [name])
    return { queue: toJobQueue(found!) }
  }
}
