import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, TraceFlags, trace, type Tracer } from '@opentelemetry/api';
import type { AnyEvent } from '../engine/log/event.ts';
import type { Config } from '../platform/config.ts';

const shape = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** W3C Trace Context, version 00; other values are ignored. It travels with events through the log and Kafka. */
export const traceparentFrom = (header: unknown): string | undefined =>
  typeof header === 'string' && shape.test(header) ? header : undefined;

/** The traceparent for effects within a span. */
const traceparentOf = (span: Span): string => {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
};

const within = (traceparent: string | undefined) => {
  const [, traceId, spanId, flags] = shape.exec(traceparent ?? '') ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
};

/** Spans of requests and their events: ids, no data. Off unless OTEL_EXPORTER_OTLP_ENDPOINT is set; traceparent still travels with events. */
export class Tracing {
  static readonly off = new Tracing();

  private constructor(
    private readonly tracer?: Tracer,
    /** Sends the remaining spans. */
    readonly stop: () => Promise<void> = async () => {},
  ) {}

  static async open({ endpoint, name }: Config['tracing']): Promise<Tracing> {
    if (!endpoint) return Tracing.off;
    const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    const provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': name }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
    return new Tracing(provider.getTracer('framelift'), () => provider.shutdown());
  }

  /** A request's span, and the traceparent of its events. */
  request(method: string, route: string, traceparent: string | undefined): { span?: Span; traceparent: string | undefined } {
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = this.tracer?.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, within(traceparent));
    return span ? { span, traceparent: traceparentOf(span) } : { traceparent };
  }

  /** A span for each published event with a trace, from `began` (ms since 1970) until now. */
  published(topic: string, events: readonly AnyEvent[], began: number): void {
    this.follow(`publish ${topic}`, SpanKind.PRODUCER, { 'messaging.system': 'kafka', 'messaging.destination.name': topic }, events, began);
  }

  /** The same for events folded into a read model. */
  projected(readModel: string, events: readonly AnyEvent[], began: number): void {
    this.follow(`project ${readModel}`, SpanKind.CONSUMER, { 'framelift.read_model': readModel }, events, began);
  }

  private follow(name: string, kind: SpanKind, attributes: Attributes, events: readonly AnyEvent[], began: number): void {
    if (!this.tracer) return;
    for (const { position, type, metadata } of events) {
      if (!metadata.traceparent) continue;
      const about = { ...attributes, 'framelift.position': position, 'framelift.event': type };
      this.tracer.startSpan(name, { kind, attributes: about, startTime: began }, within(metadata.traceparent)).end();
    }
  }
}
