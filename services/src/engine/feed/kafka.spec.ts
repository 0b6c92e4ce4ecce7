import { describe, expect, it } from '@jest/globals';
import { PersistentErrorReporter, WrongTopic } from './kafka.ts';

describe('a Kafka error', () => {
  const messages = (...errors: Error[]) => {
    const reported: Error[] = [];
    const trouble = new PersistentErrorReporter((error) => reported.push(error));
    for (const error of errors) trouble.failed(error);
    return reported;
  };

  it('that may pass by itself is not reported immediately', () => {
    expect(messages(new Error('a broker that starts'), new Error('a broker that starts'))).toEqual([]);
  });

  it('that waiting does not fix is reported immediately, and not repeatedly', () => {
    const wrong = new WrongTopic('another number of partitions');
    expect(messages(new Error('a broker that starts'), wrong, wrong)).toEqual([wrong]);
  });
});
