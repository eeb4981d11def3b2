-- A remote data cache that is coherent by epochs (CARVE-SWC), for Rumur: no invalidations and no IMST. Written from the rule V6.
-- README.md tells what the model has and lacks. The runner (./run) sets the constants below.

const
  GPUS: 2;
  STREAMS: 2;      -- each has a kernel on every GPU, and kernel boundaries of its own
  LINES: 1;
  WORDS: 1;        -- per line; a store writes one word
  EPOCHS: 3;       -- numbers of epochs; after the last comes the first again
  MAXAGE: 3;       -- ages are counted up to it, see Age
  EVICT: true;     -- copies may be evicted at any time
  SHARED: true;    -- one epoch counter per GPU, which the boundaries of all streams step; off: one per stream
  ASKED: true;     -- a fill carries the epoch in which it was asked for; off: that in which it arrives
  MARK: true;      -- a boundary marks the misses that are under way: what comes is not installed in the L2
  JOIN: true;      -- and no load joins them
  RESETS: true;    -- a roll-over empties the RDC,
  SWEEP: true;     -- before the first hit,
  DRAIN: true;     -- and waits until no fill is under way
  LOCAL: true;     -- a boundary also empties the L2 of lines of its own GPU's memory
  OWN: true;       -- a store kills its GPU's copy in the RDC,
  OWNFILL: true;   -- and cancels a fill into the RDC that is under way
  INORDER: true;   -- a read of the RDC does not overtake a fill into it that is under way
  BACKWARD: true;  -- check also that a core's loads of a word do not go back

type
  Gpu: scalarset(GPUS);
  Stream: scalarset(STREAMS);
  Line: scalarset(LINES);
  Word: scalarset(WORDS);
  Epoch: 0..EPOCHS - 1;
  -- Which value of a word, seen from memory now: 1 is the one that memory has, 2 the one before, MAXAGE any that is as old or older.
  Age: 1..MAXAGE;
  Data: array[Word] of Age;
  Copy: record
    valid: boolean;
    epoch: Epoch; -- in the RDC and on the way into it
    data: Data;
  end;
  Op: enum {LOAD, STORE};
  -- RDC_READ: a read of the RDC has found the line.
  MshrState: enum {FREE, RDC_READ, TO_HOME, ANSWER};
  Mshr: record
    state: MshrState;
    op: Op;
    word: Word;      -- of a store
    marked: boolean; -- of a load
    epoch: Epoch;    -- of a load: that in which it was asked for
    data: Data;      -- of a load, in RDC_READ and ANSWER
  end;

var
  -- The SM of a GPU that runs a stream's kernel: whether it waits, and for which line.
  waits: array[Gpu] of array[Stream] of boolean;
  waits_for: array[Gpu] of array[Stream] of Line;
  -- Ghost: the oldest value that it may load.
  oldest: array[Gpu] of array[Stream] of array[Line] of Data;
  l2: array[Gpu] of array[Line] of Copy;
  mshr: array[Gpu] of array[Line] of Mshr;
  rdc: array[Gpu] of array[Line] of Copy;
  rdc_fill: array[Gpu] of array[Line] of Copy;
  home: array[Line] of Gpu;
  epctr: array[Stream] of Epoch; -- the GPUs' counters step together
  sweeping: array[Gpu] of boolean;
  stopping: boolean; -- no core issues and nothing is evicted until all is done

-- ---- values ----

procedure Older(var age: Age);
begin
  if age < MAXAGE then age := age + 1; end;
end;

procedure Now(var data: Data);
begin
  for w: Word do data[w] := 1; end;
end;

procedure Forget(var copy: Copy);
begin
  undefine copy;
  copy.valid := false;
end;

function HasData(g: Gpu; l: Line): boolean;
begin
  return mshr[g][l].state = RDC_READ | (mshr[g][l].state = ANSWER & mshr[g][l].op = LOAD);
end;

-- Memory takes a store.
procedure Taken(l: Line; w: Word);
begin
  for g: Gpu do
    if l2[g][l].valid then Older(l2[g][l].data[w]); end;
    if rdc[g][l].valid then Older(rdc[g][l].data[w]); end;
    if rdc_fill[g][l].valid then Older(rdc_fill[g][l].data[w]); end;
    if HasData(g, l) then Older(mshr[g][l].data[w]); end;
    for s: Stream do Older(oldest[g][s][l][w]); end;
  end;
end;

procedure LoadDone(g: Gpu; s: Stream; l: Line; data: Data);
begin
  for w: Word do
    assert "a load returns no value older than its kernel, or than its core's own store" data[w] <= oldest[g][s][l][w];
    if BACKWARD then oldest[g][s][l][w] := data[w]; end;
  end;
end;

-- ---- the GPU ----

function Remote(g: Gpu; l: Line): boolean;
begin
  return home[l] != g;
end;

function Waits(g: Gpu; s: Stream; l: Line): boolean;
begin
  if waits[g][s] then return waits_for[g][s] = l; end;
  return false;
end;

procedure Wait(g: Gpu; s: Stream; l: Line);
begin
  waits[g][s] := true;
  waits_for[g][s] := l;
end;

-- Data have come for an MSHR.
procedure Fill(g: Gpu; l: Line);
begin
  alias m: mshr[g][l] do
    if !m.marked then
      l2[g][l].valid := true;
      l2[g][l].data := m.data;
    end;
    for s: Stream do
      if Waits(g, s, l) then
        LoadDone(g, s, l, m.data);
        waits[g][s] := false;
        undefine waits_for[g][s];
      end;
    end;
    undefine m;
    m.state := FREE;
  end;
end;

ruleset g: Gpu do ruleset s: Stream do ruleset l: Line do

  alias m: mshr[g][l] do

  rule "load hits in L2"
    !stopping & !waits[g][s] & m.state = FREE & l2[g][l].valid
  ==>
  begin
    LoadDone(g, s, l, l2[g][l].data);
  end;

  rule "load misses in L2"
    !stopping & !waits[g][s] & m.state = FREE & !l2[g][l].valid & !(INORDER & rdc_fill[g][l].valid)
  ==>
  var hit: boolean;
  begin
    Wait(g, s, l);
    m.op := LOAD;
    m.marked := false;
    m.epoch := epctr[s];
    hit := false;
    if rdc[g][l].valid & !(SWEEP & sweeping[g]) then hit := rdc[g][l].epoch = epctr[s]; end;
    if hit then
      m.state := RDC_READ;
      m.data := rdc[g][l].data;
    else
      m.state := TO_HOME;
    end;
  end;

  rule "load joins a miss"
    !stopping & !waits[g][s] & m.state != FREE & m.op = LOAD & !(JOIN & m.marked)
  ==>
  begin
    Wait(g, s, l);
  end;

  ruleset w: Word do
    rule "store leaves L2"
      !stopping & !waits[g][s] & m.state = FREE
    ==>
    begin
      Wait(g, s, l);
      m.state := TO_HOME;
      m.op := STORE;
      m.word := w;
      Forget(l2[g][l]);
      if OWN then Forget(rdc[g][l]); end;
      if OWNFILL then Forget(rdc_fill[g][l]); end;
    end;
  end;

  -- The SM that waits for a store's acknowledgement is the only one that waits for the line.
  rule "memory takes a store"
    m.state = TO_HOME & m.op = STORE & Waits(g, s, l)
  ==>
  begin
    Taken(l, m.word);
    oldest[g][s][l][m.word] := 1;
    m.state := ANSWER;
  end;

  rule "store is acknowledged"
    m.state = ANSWER & m.op = STORE & Waits(g, s, l)
  ==>
  begin
    waits[g][s] := false;
    undefine waits_for[g][s];
    undefine m;
    m.state := FREE;
  end;

  end; -- alias

end; end; end;

ruleset g: Gpu do ruleset l: Line do

  alias m: mshr[g][l] do

  rule "home answers a load"
    m.state = TO_HOME & m.op = LOAD
  ==>
  begin
    m.state := ANSWER;
    Now(m.data);
  end;

  rule "fill arrives"
    m.state = ANSWER & m.op = LOAD
  ==>
  begin
    if Remote(g, l) then
      rdc_fill[g][l].valid := true;
      rdc_fill[g][l].epoch := m.epoch;
      rdc_fill[g][l].data := m.data;
    end;
    Fill(g, l);
  end;

  rule "RDC answers"
    m.state = RDC_READ
  ==>
  begin
    Fill(g, l);
  end;

  end; -- alias

  -- Without ASKED the line is stored with the counter of any of the streams that is current now.
  ruleset s: Stream do
    rule "RDC is filled"
      rdc_fill[g][l].valid
    ==>
    begin
      rdc[g][l] := rdc_fill[g][l];
      if !ASKED then rdc[g][l].epoch := epctr[s]; end;
      Forget(rdc_fill[g][l]);
    end;
  end;

  rule "L2 forgets a copy"
    EVICT & !stopping & l2[g][l].valid
  ==>
  begin
    Forget(l2[g][l]);
  end;

  rule "RDC forgets a copy"
    EVICT & !stopping & rdc[g][l].valid
  ==>
  begin
    Forget(rdc[g][l]);
  end;

end; end;

-- ---- boundaries ----

function NoFills(): boolean;
begin
  return forall g: Gpu do forall l: Line do
    (mshr[g][l].state = FREE | mshr[g][l].op = STORE) & !rdc_fill[g][l].valid
  end end;
end;

ruleset s: Stream do
  -- All accesses of the stream's kernel are done. The next kernel begins with the step.
  rule "kernel boundary"
    !stopping & (forall g: Gpu do !waits[g][s] & !sweeping[g] end) &
    (epctr[s] != EPOCHS - 1 | !DRAIN | NoFills())
  ==>
  begin
    if epctr[s] != EPOCHS - 1 then
      if SHARED then
        for t: Stream do epctr[t] := epctr[t] + 1; end;
      else
        epctr[s] := epctr[s] + 1;
      end;
    else
      if SHARED then
        for t: Stream do epctr[t] := 0; end;
      else
        epctr[s] := 0;
      end;
      for g: Gpu do sweeping[g] := RESETS; end;
    end;
    for g: Gpu do
      for l: Line do
        if LOCAL | Remote(g, l) then Forget(l2[g][l]); end;
        if MARK & mshr[g][l].state != FREE & mshr[g][l].op = LOAD then mshr[g][l].marked := true; end;
        Now(oldest[g][s][l]);
      end;
    end;
  end;
end;

ruleset g: Gpu do
  rule "RDC is empty"
    sweeping[g]
  ==>
  begin
    for l: Line do Forget(rdc[g][l]); end;
    sweeping[g] := false;
  end;
end;

-- ---- beginning and end ----

function Quiet(): boolean;
begin
  return forall g: Gpu do
    !sweeping[g] & (forall s: Stream do !waits[g][s] end) &
    forall l: Line do mshr[g][l].state = FREE & !rdc_fill[g][l].valid end
  end;
end;

-- While cores stop, only what is under way goes on: if it ends before all is done, that is a deadlock.
rule "cores stop"
  !stopping & !Quiet()
==>
begin
  stopping := true;
end;

rule "cores go on"
  stopping & Quiet()
==>
begin
  stopping := false;
end;

-- Each line has any GPU as its home.
ruleset first: Line do ruleset a: Gpu do ruleset b: Gpu do
  startstate
  begin
    undefine waits_for;
    undefine mshr;
    for s: Stream do epctr[s] := 0; end;
    for g: Gpu do
      sweeping[g] := false;
      for s: Stream do
        waits[g][s] := false;
        for l: Line do Now(oldest[g][s][l]); end;
      end;
      for l: Line do
        Forget(l2[g][l]);
        Forget(rdc[g][l]);
        Forget(rdc_fill[g][l]);
        mshr[g][l].state := FREE;
      end;
    end;
    stopping := false;
    for l: Line do
      if l = first then home[l] := a; else home[l] := b; end;
    end;
  end;
end; end; end;
