import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';

/** A value of the project at the time of a question. */
export interface Measure {
  name: string;
  help: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The counters of the server, in the text format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'door' | 'method' | 'route' | 'status'>;
  readonly #jobs: Counter<'job' | 'result'>;
  readonly #lastSuccess: Gauge<'job'>;
  readonly #began = Date.now() / 1000;

  constructor() {
    const registers = [this.#registry];
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by port, method, pattern of their path and status; 499 if the client went away',
      labelNames: ['door', 'method', 'route', 'status'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.#jobs = new Counter({
      name: 'job_runs_total',
      help: 'Runs of scheduled jobs by result',
      labelNames: ['job', 'result'],
      registers,
    });
    this.#lastSuccess = new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'End of the last successful run of a job; the start of the server before the first one',
      labelNames: ['job'],
      registers,
    });
  }

  request(labels: { door: string; method: string; route: string; status: number }, seconds: number): void {
    this.#requests.observe(labels, seconds);
  }

  /** Names the jobs, so that one that never succeeds is seen. */
  schedule(jobs: readonly string[]): void {
    for (const job of jobs) this.#lastSuccess.set({ job }, this.#began);
  }

  job(job: string, isSuccess: boolean): void {
    this.#jobs.inc({ job, result: isSuccess ? 'success' : 'failure' });
    if (isSuccess) this.#lastSuccess.set({ job }, Date.now() / 1000);
  }

  /** Everything counted so far, and the given values of now. */
  async text(database: Pick<Database, 'load' | 'cutOffs'>, measures: readonly Measure[]): Promise<string> {
    const { cutOffs } = database;
    const now = new Registry();
    const set = ({ name, help, labels = {}, value }: Measure) => {
      const known = now.getSingleMetric(name);
      const gauge =
        known instanceof Gauge ? known : new Gauge({ name, help, labelNames: Object.keys(labels), registers: [now] });
      gauge.set(labels, value);
    };
    for (const [state, value] of Object.entries(database.load()))
      set({ name: 'database_turns', help: 'Places of requests on the database by state', labels: { state }, value });
    set({ name: 'cut_off_clients', help: 'Clients that are refused after slow statements', value: cutOffs.refused });
    set({ name: 'cut_offs', help: 'Statements of clients that were cut off since the start', value: cutOffs.total });
    set({ name: 'process_start_time_seconds', help: 'Start of the server', value: this.#began });
    set({ name: 'process_resident_memory_bytes', help: 'Memory of the process', value: process.memoryUsage.rss() });
    for (const measure of measures) set(measure);
    return `${await this.#registry.metrics()}\n${await now.metrics()}`;
  }
}
