-- HMG: coherence by directories at the homes, without acknowledgements of single invalidations, for Rumur. Written from
-- the rules of the protocol (gen/proto/README.md, "HMG"). README.md tells what the model has and lacks. The runner
-- (./run) sets the constants below.
--
-- One line. Nothing joins two lines but the cores, and a core may acquire and release here at any time, with an access
-- of the line under way: as if other warps of it did so, for the sake of other lines.

const
  GPUS: 3;
  GPMS: 1;         -- packages per GPU, each with an L2; more than one: a GPU home in each GPU
  CORES: 1;        -- per package, each with an L1
  MAXAGE: 3;       -- ages are counted up to it, see Age
  QUEUE: 3;        -- places of a channel from a home to an L2
  L1: true;        -- off: cores keep nothing
  KNOW: true;      -- follow what each core knows, and check what its loads return
  CLAIM: false;    -- a release publishes all that its homes have taken; off: what its core knows
  FRESH: true;     -- loads that no copy below the home of their scope may answer
  ATOMICS: true;
  AT_GPU: false;   -- atomics of one GPU are done at its home; off: all at the system home
  NEAR: true;      -- releases, acquires, fresh loads and atomics of one GPU beside those of the system
  STEADY: false;   -- homes and directories forget nothing of their own accord: caches and directories never full
  BUSY: 9;         -- accesses under way at most
  RELEASES: 9;     -- and releases
  STOPS: true;     -- cores may stop, see `stopping`
  PLACES: true;    -- check copies as well, not only values that loads return,
  SHARERS: true;   -- and directories and markers
  COVERS: true;    -- see that what must be possible is seen
  PARTIAL: false;  -- stores of a part of the line: a copy that lacks a store before goes on lacking it (without EARLY)
  EARLY: false;    -- a GPU home shows a store to its GPU before the system home has taken it
  PASS_INSIDE: false; -- invalidations and markers to packages of a home's GPU wait at the home, and later answers to these pass them
  PASS_ACROSS: false; -- the same of those from the system home to other GPUs
  -- Rules.
  ORDER: true;     -- answers and invalidations of a channel stay in order
  BEHIND: true;    -- a marker stays behind the invalidations of its channel
  MARKS: true;     -- a release sends markers,
  MARKS_GPU: true; -- also one of a GPU,
  ALL: true;       -- to all L2s of its scope; off: to the sharers
  OWN: true;       -- a release waits for its core's own stores
  ONCE: true;      -- and for all markers; off: for all but one
  GIVES: true;     -- an entry that gives way invalidates its sharers
  SHARES: true;    -- an answer to a load makes a sharer
  KILLS: true;     -- a store invalidates the sharers
  EXEMPT: true;    -- but the package that stored; off: that one, too
  UPDATES: true;   -- whose copies the store updates
  LOCKS: true;     -- an L2's copy is locked while its store is under way; off: it shows the new value
  DROPS: true;     -- an atomic drops the copies that it passes
  EMPTIES: true;   -- an acquire empties the L1
  LATE: true;      -- and what its core had asked for before does not enter the L1
  -- Rules of a GPU home.
  PASSES: true;    -- it passes invalidations on to its sharers
  INSIDE: true;    -- a store that passes it invalidates the other packages of its GPU
  MARKS_ON: true;  -- it passes markers on behind the invalidations that it has passed on
  DIRECT: false;   -- markers go directly to each L2, past the GPU home's queue
  TREE: true;      -- acknowledgements of its packages are waited for; off: its own will do
  UP: true;        -- a marker goes to the system home behind the stores that the GPU home has shown (EARLY)
  DOWN: true;      -- markers for a releaser's own GPU come from the system home, too; off: from its GPU home, on their way up

type
  Gpu: scalarset(GPUS);
  Gpm: scalarset(GPMS);
  Core: scalarset(CORES);
  -- Which value of the line: 1 is the one that the system home has, 2 the one before, MAXAGE any that is as old or
  -- older. 0 is that of a store which has been shown in this GPU, and which the system home has not yet taken.
  Age: 0..MAXAGE;
  Copy: record
    valid: boolean;
    data: Age;
  end;
  Op: enum {LOAD, FRESH_LOAD, STORE, ATOMIC};
  Scope: enum {GPU, SYSTEM};
  AccessState: enum {IDLE, WAITS, BACK};
  -- A core's access of the line. BACK: its answer is on its way to the L1.
  Access: record
    state: AccessState;
    op: Op;
    keep: boolean;  -- of a load: it enters the L1
    need: Age;      -- ghost: the oldest value that it may return
    data: Age;      -- in BACK
  end;
  -- PARKED: at the GPU home, behind its request; ANSWERED: the answer is in the channel.
  MshrState: enum {FREE, ASKS, PARKED, ANSWERED};
  Mshr: record
    state: MshrState;
    op: Op;
    scope: Scope;   -- of a fresh load and an atomic
  end;
  Kind: enum {FILL, DONE, INVALIDATION, MARKER_GPU, MARKER_SYSTEM};
  Message: record
    kind: Kind;
    data: Age;      -- of FILL, and of DONE: the value that was stored
  end;
  Place: 0..QUEUE-1;
  Messages: 0..2*QUEUE;
  Channel: record
    n: 0..QUEUE;
    at: array[Place] of Message;
  end;
  ReleaseState: enum {NONE, BEGUN, AT_SYSTEM, MARKED};
  Release: record
    state: ReleaseState;
    scope: Scope;
    knows: Age;     -- ghost: what it publishes
    stores: boolean; -- ghost: its core's store was under way, see OWN
  end;
  Count: 0..GPUS*GPMS*CORES;
  -- Markers of the release that a home serves: one at a time.
  Round: record
    active: boolean;
    left: Count;    -- acknowledgements to come
    acks: Count;    -- of them, on their way
  end;

var
  l1: array[Gpu] of array[Gpm] of array[Core] of Copy;
  access: array[Gpu] of array[Gpm] of array[Core] of Access;
  l2: array[Gpu] of array[Gpm] of Copy;
  mshr: array[Gpu] of array[Gpm] of Mshr;
  down: array[Gpu] of array[Gpm] of Channel; -- to an L2 from the home that it asks
  waiting: array[Gpu] of array[Gpm] of Channel; -- what waits at that home to enter it, see PASS_INSIDE
  system: Gpu;                    -- the system home is the GPU home of this GPU
  home: array[Gpu] of Gpm;        -- each GPU's home of the line
  inside: array[Gpu] of array[Gpm] of boolean; -- directory of a GPU home: its GPU's packages
  gpus: array[Gpu] of boolean;    -- directory of the system home: other GPUs
  release: array[Gpu] of array[Gpm] of array[Core] of Release;
  round: array[Gpu] of Round;     -- of releases of this GPU
  system_round: Round;            -- of releases of the system
  stopping: boolean; -- no core issues and nothing is forgotten until all is done

  -- Ghosts: the oldest value that a core may still see, and what releases have published.
  knows: array[Gpu] of array[Gpm] of array[Core] of Age;
  published: array[Gpu] of Age;
  published_system: Age;

-- ---- values ----

procedure Older(var age: Age; mine: boolean);
begin
  if age = 0 then
    if mine then age := 1; end;
  elsif age < MAXAGE then
    age := age + 1;
  end;
end;

procedure Learn(var known: Age; data: Age);
begin
  if data < known then known := data; end;
end;

function Newer(a: Age; b: Age): Age;
begin
  if a < b then return a; end;
  return b;
end;

function HasAge(k: Kind): boolean;
begin
  return k = FILL | k = DONE;
end;

function IsMarker(k: Kind): boolean;
begin
  return k = MARKER_GPU | k = MARKER_SYSTEM;
end;

-- Whether a ghost says what an access may return.
function Needs(a: Access): boolean;
begin
  if !KNOW | a.state = IDLE then return false; end;
  return a.op = LOAD | a.op = FRESH_LOAD | (a.op = ATOMIC & AT_GPU);
end;

-- `mine`: the store is of this GPU; `passed`: it has passed this L2, whose copy has it.
procedure PackageOlder(g: Gpu; m: Gpm; mine: boolean; passed: boolean);
begin
  if l2[g][m].valid then
    if !(passed & PARTIAL & UPDATES & l2[g][m].data = 1) then Older(l2[g][m].data, mine); end;
  end;
  for i: Place do
    if i < down[g][m].n then
      if HasAge(down[g][m].at[i].kind) then Older(down[g][m].at[i].data, mine); end;
    end;
  end;
  for c: Core do
    if l1[g][m][c].valid then Older(l1[g][m][c].data, mine); end;
    if Needs(access[g][m][c]) then Older(access[g][m][c].need, mine); end;
    if access[g][m][c].state = BACK then Older(access[g][m][c].data, mine); end;
    if release[g][m][c].state != NONE then Older(release[g][m][c].knows, mine); end;
    if KNOW then Older(knows[g][m][c], mine); end;
  end;
end;

-- The system home takes a store of GPU s, whose package w asks it: every other value is one older.
procedure Taken(s: Gpu; w: Gpm);
begin
  for g: Gpu do
    for m: Gpm do PackageOlder(g, m, g = s, g = s & (m = w | mshr[g][m].state = PARKED)); end;
    Older(published[g], g = s);
  end;
  Older(published_system, false);
end;

procedure Forget(var copy: Copy);
begin
  undefine copy;
  copy.valid := false;
end;

-- ---- who is who ----

function IsHome(g: Gpu; m: Gpm): boolean;
begin
  return home[g] = m;
end;

function IsSystem(g: Gpu; m: Gpm): boolean;
begin
  return g = system & home[g] = m;
end;

-- Whether the home that this L2 asks is the system home; else it is its GPU's home.
function AsksSystem(g: Gpu; m: Gpm): boolean;
begin
  return g = system | home[g] = m;
end;

function Loads(op: Op): boolean;
begin
  return op = LOAD | op = FRESH_LOAD;
end;

-- A store or an atomic of this L2 is under way.
function Locked(g: Gpu; m: Gpm): boolean;
begin
  return mshr[g][m].state != FREE & !Loads(mshr[g][m].op);
end;

-- A GPU home's request is on its way up and not yet taken.
function GoesUp(g: Gpu): boolean;
begin
  return g != system & mshr[g][home[g]].state = ASKS & Locked(g, home[g]);
end;

-- And its GPU may already see it.
function Shown(g: Gpu): boolean;
begin
  if !EARLY | !GoesUp(g) then return false; end;
  if mshr[g][home[g]].op = STORE then return true; end;
  return mshr[g][home[g]].scope = GPU;
end;

-- The L2's copy may answer.
function Serves(g: Gpu; m: Gpm): boolean;
begin
  if !l2[g][m].valid then return false; end;
  if !LOCKS | !Locked(g, m) then return true; end;
  -- Then the home's answer may be on its way, too.
  if !EARLY | g = system | !IsHome(g, m) then return false; end;
  if mshr[g][m].op = STORE then return true; end;
  return mshr[g][m].scope = GPU;
end;

-- ---- channels ----

-- What the L2's home sends it without an age waits there first.
function Waits(g: Gpu; m: Gpm): boolean;
begin
  if g != system & IsHome(g, m) then return PASS_ACROSS; end;
  return PASS_INSIDE;
end;

-- For an answer.
function Room(g: Gpu; m: Gpm): boolean;
begin
  -- Without EXEMPT two places: for the invalidation of the writer's own package, and its answer.
  return down[g][m].n < QUEUE & (EXEMPT | down[g][m].n + 1 < QUEUE);
end;

-- For an invalidation or a marker.
function RoomToWait(g: Gpu; m: Gpm): boolean;
begin
  if Waits(g, m) then return waiting[g][m].n < QUEUE; end;
  return Room(g, m);
end;

-- For answers to all that ask the GPU home.
function RoomToAnswer(g: Gpu): boolean;
begin
  return forall m: Gpm do IsHome(g, m) | Room(g, m) end;
end;

-- For invalidations or markers to the same.
function RoomToKill(g: Gpu): boolean;
begin
  return forall m: Gpm do IsHome(g, m) | RoomToWait(g, m) end;
end;

-- For both.
function RoomInside(g: Gpu): boolean;
begin
  return RoomToAnswer(g) & RoomToKill(g);
end;

-- In all channels from the system home.
function RoomOfSystem(): boolean;
begin
  return RoomInside(system) & forall g: Gpu do
    g = system | (Room(g, home[g]) & RoomToWait(g, home[g]))
  end;
end;

procedure Append(var d: Channel; kind: Kind; data: Age);
begin
  d.at[d.n].kind := kind;
  if HasAge(kind) then d.at[d.n].data := data; end;
  d.n := d.n + 1;
end;

procedure Send(g: Gpu; m: Gpm; kind: Kind; data: Age);
begin
  if Waits(g, m) & !HasAge(kind) then
    Append(waiting[g][m], kind, data);
  else
    Append(down[g][m], kind, data);
  end;
end;

-- Takes message i out of a channel.
procedure Take(var d: Channel; i: Place);
begin
  for j: Place do
    if j >= i & j + 1 < d.n then d.at[j] := d.at[j + 1]; end;
  end;
  undefine d.at[d.n - 1];
  d.n := d.n - 1;
end;

-- ---- directories ----

-- Invalidates the sharers in GPU g but package m, if `but`.
procedure KillInside(g: Gpu; m: Gpm; but: boolean);
begin
  for p: Gpm do
    if inside[g][p] & !(but & EXEMPT & p = m) then
      Send(g, p, INVALIDATION, MAXAGE);
      inside[g][p] := false;
    end;
  end;
end;

-- And the other GPUs but g, if `but`.
procedure KillGpus(g: Gpu; but: boolean);
begin
  for p: Gpu do
    if gpus[p] & !(but & EXEMPT & p = g) then
      Send(p, home[p], INVALIDATION, MAXAGE);
      gpus[p] := false;
    end;
  end;
end;

procedure Share(g: Gpu; m: Gpm);
begin
  if SHARES then
    if g != system & IsHome(g, m) then gpus[g] := true; else inside[g][m] := true; end;
  end;
end;

-- ---- a package ----

procedure LoadDone(g: Gpu; m: Gpm; c: Core; data: Age; need: Age);
begin
  assert "a load returns nothing older than what its core knows" data <= need;
  Learn(knows[g][m][c], data);
end;

-- The answer of a core's access arrives in its L1.
procedure Done(g: Gpu; m: Gpm; c: Core; data: Age);
begin
  alias a: access[g][m][c]; copy: l1[g][m][c] do
    if KNOW then
      if Loads(a.op) then LoadDone(g, m, c, data, a.need); else Learn(knows[g][m][c], data); end;
    end;
    if L1 & Loads(a.op) then
      if a.keep then
        copy.valid := true;
        copy.data := data;
      end;
    elsif copy.valid then
      copy.data := data;
    end;
    undefine a;
    a.state := IDLE;
  end;
end;

-- A load, a store or an atomic has its answer in the L2. Without L1s there is no way to go.
procedure Answer(g: Gpu; m: Gpm; c: Core; data: Age);
begin
  if L1 then
    access[g][m][c].state := BACK;
    access[g][m][c].data := data;
  else
    Done(g, m, c, data);
  end;
end;

-- Answers those who wait in an L2 for its load, or for its store or atomic.
procedure AnswerAll(g: Gpu; m: Gpm; data: Age);
begin
  for c: Core do
    if access[g][m][c].state = WAITS then
      if Loads(access[g][m][c].op) = Loads(mshr[g][m].op) then Answer(g, m, c, data); end;
    end;
  end;
end;

procedure Free(g: Gpu; m: Gpm);
begin
  undefine mshr[g][m];
  mshr[g][m].state := FREE;
end;

procedure Ask(g: Gpu; m: Gpm; op: Op; scope: Scope);
begin
  mshr[g][m].state := ASKS;
  mshr[g][m].op := op;
  if op = FRESH_LOAD | op = ATOMIC then mshr[g][m].scope := scope; end;
end;

-- ---- stores and atomics at the homes ----

-- The system home takes the store or atomic of package m of GPU g.
procedure TakeAtSystem(g: Gpu; m: Gpm);
begin
  Taken(g, m);
  if KILLS then
    KillGpus(g, true);
    KillInside(system, m, g = system);
  end;
end;

-- A GPU home takes the store or atomic of package m, and passes it on.
procedure TakeAtGpu(g: Gpu; m: Gpm; op: Op; scope: Scope);
begin
  if KNOW & op = ATOMIC & scope = GPU then
    for c: Core do
      if access[g][m][c].state = WAITS then
        if access[g][m][c].op = ATOMIC then
          assert "an atomic of a GPU reads nothing older than what its core knows"
            l2[g][home[g]].data <= access[g][m][c].need;
        end;
      end;
    end;
  end;
  if KILLS & INSIDE then KillInside(g, m, true); end;
  Ask(g, home[g], op, scope);
  alias copy: l2[g][home[g]] do
    if op = ATOMIC & scope = SYSTEM then
      if DROPS then Forget(copy); end;
    elsif EARLY & copy.valid & UPDATES then
      copy.data := 0;
    end;
  end;
end;

-- The GPU home answers a store or an atomic of its own scope at once.
function AnswersEarly(op: Op; scope: Scope): boolean;
begin
  return EARLY & (op = STORE | scope = GPU);
end;

-- An atomic of one GPU reads its home's copy.
function ReadyFor(g: Gpu; op: Op; scope: Scope): boolean;
begin
  return !(op = ATOMIC & scope = GPU) | l2[g][home[g]].valid;
end;

-- ---- what cores do ----

function Busy(): Count;
var
  n: Count;
begin
  n := 0;
  for g: Gpu do for m: Gpm do for c: Core do
    if access[g][m][c].state != IDLE then n := n + 1; end;
  end; end; end;
  return n;
end;

procedure Issue(g: Gpu; m: Gpm; c: Core; op: Op);
begin
  alias a: access[g][m][c] do
    a.state := WAITS;
    a.op := op;
    if Needs(a) then a.need := knows[g][m][c]; end;
    if Loads(op) & L1 then a.keep := true; end;
  end;
end;

ruleset g: Gpu do ruleset m: Gpm do ruleset c: Core do

  alias a: access[g][m][c]; copy: l1[g][m][c]; x: mshr[g][m] do

  rule "load hits in L1"
    !stopping & a.state = IDLE & copy.valid & KNOW
  ==>
  begin
    LoadDone(g, m, c, copy.data, knows[g][m][c]);
  end;

  rule "load finds the line in L2"
    !stopping & a.state = IDLE & !copy.valid & Busy() < BUSY & (IsSystem(g, m) | Serves(g, m))
  ==>
  begin
    Issue(g, m, c, LOAD);
    if IsSystem(g, m) then Answer(g, m, c, 1); else Answer(g, m, c, l2[g][m].data); end;
  end;

  rule "load misses in L2"
    !stopping & a.state = IDLE & !copy.valid & Busy() < BUSY & !IsSystem(g, m) & !l2[g][m].valid &
    (x.state = FREE | (x.state != FREE & Loads(x.op)))
  ==>
  begin
    Issue(g, m, c, LOAD);
    if x.state = FREE then Ask(g, m, LOAD, SYSTEM); end;
  end;

  ruleset s: Scope do
    rule "fresh load leaves L1"
      FRESH & (NEAR | s = SYSTEM) & !stopping & a.state = IDLE & Busy() < BUSY &
      (IsSystem(g, m) | x.state = FREE | (x.state != FREE & Loads(x.op)))
    ==>
    begin
      Issue(g, m, c, FRESH_LOAD);
      if IsSystem(g, m) then
        Answer(g, m, c, 1);
      elsif s = GPU & IsHome(g, m) & Serves(g, m) then
        Answer(g, m, c, l2[g][m].data);
      elsif x.state = FREE then
        Ask(g, m, FRESH_LOAD, s);
      end;
    end;
  end;

  ruleset op: Op do ruleset s: Scope do
    rule "store or atomic leaves L1"
      !stopping & a.state = IDLE & Busy() < BUSY & !Loads(op) & (op = STORE -> s = SYSTEM) &
      (op = ATOMIC -> ATOMICS) & (s = SYSTEM | (NEAR & AT_GPU)) &
      (IsSystem(g, m) ->  RoomOfSystem()) &
      (!IsSystem(g, m) -> x.state = FREE) &
      (g != system & IsHome(g, m) -> RoomInside(g) & ReadyFor(g, op, s))
    ==>
    begin
      Issue(g, m, c, op);
      if op = ATOMIC | PARTIAL then Forget(copy); end;
      if IsSystem(g, m) then
        TakeAtSystem(g, m);
        Answer(g, m, c, 1);
      elsif IsHome(g, m) then
        if !LOCKS & l2[g][m].valid then l2[g][m].data := 0; end;
        TakeAtGpu(g, m, op, s);
        if AnswersEarly(op, s) then Answer(g, m, c, 0); end;
      else
        if op = ATOMIC & DROPS then Forget(l2[g][m]); end;
        if !LOCKS & l2[g][m].valid then l2[g][m].data := 0; end;
        Ask(g, m, op, s);
      end;
    end;
  end; end;

  rule "answer arrives in L1"
    a.state = BACK
  ==>
  begin
    Done(g, m, c, a.data);
  end;

  rule "L1 forgets a copy"
    !stopping & copy.valid & !STEADY
  ==>
  begin
    Forget(copy);
  end;

  end; -- alias

end; end; end;

-- ---- acquires and releases ----

function Releases(): Count;
var
  n: Count;
begin
  n := 0;
  for g: Gpu do for m: Gpm do for c: Core do
    if release[g][m][c].state != NONE then n := n + 1; end;
  end; end; end;
  return n;
end;

-- The newest value that the home of a scope has taken, as a claim of a release.
function Newest(g: Gpu; s: Scope): Age;
begin
  if Shown(g) then return 0; end;
  if s = SYSTEM | g = system then return 1; end;
  if Serves(g, home[g]) then return l2[g][home[g]].data; end;
  return MAXAGE;
end;

ruleset g: Gpu do ruleset m: Gpm do ruleset c: Core do

  alias a: access[g][m][c]; r: release[g][m][c] do

  ruleset s: Scope do
    rule "core acquires"
      KNOW & !stopping & (NEAR | s = SYSTEM)
    ==>
    begin
      Learn(knows[g][m][c], published[g]);
      if s = SYSTEM then Learn(knows[g][m][c], published_system); end;
      if EMPTIES then Forget(l1[g][m][c]); end;
      if LATE & L1 & a.state != IDLE & Loads(a.op) then a.keep := false; end;
    end;

    rule "release begins"
      !stopping & r.state = NONE & (NEAR | s = SYSTEM) & Releases() < RELEASES &
      (KNOW | IsHome(g, m)) & -- else all cores of a GPU publish the same
      (OWN & a.state != IDLE -> Loads(a.op))
    ==>
    begin
      r.state := BEGUN;
      r.scope := s;
      if a.state = IDLE then
        r.stores := false;
      else
        r.stores := a.state = WAITS & !Loads(a.op);
      end;
      r.knows := MAXAGE;
      if CLAIM then
        r.knows := Newest(g, s);
      elsif KNOW then
        r.knows := knows[g][m][c];
      end;
    end;
  end;

  end; -- alias

end; end; end;

-- Packages of a GPU but its home.
function Others(): Count;
begin
  return GPMS - 1;
end;

procedure MarkInside(g: Gpu; kind: Kind; var left: Count);
begin
  for m: Gpm do
    if !IsHome(g, m) & (ALL | inside[g][m]) then
      Send(g, m, kind, MAXAGE);
      left := left + 1;
    end;
  end;
end;

procedure LessOne(var left: Count);
begin
  if !ONCE & left > 0 then left := left - 1; end;
end;

ruleset g: Gpu do ruleset m: Gpm do ruleset c: Core do

  alias r: release[g][m][c] do

  rule "GPU home sends markers"
    r.state = BEGUN & r.scope = GPU & !round[g].active & RoomInside(g)
  ==>
  begin
    r.state := MARKED;
    round[g].active := true;
    if MARKS & MARKS_GPU then MarkInside(g, MARKER_GPU, round[g].left); end;
    LessOne(round[g].left);
  end;

  rule "GPU home passes a marker up"
    r.state = BEGUN & r.scope = SYSTEM & !(EARLY & UP & GoesUp(g)) &
    (DOWN | g = system | (!round[g].active & RoomInside(g)))
  ==>
  begin
    r.state := AT_SYSTEM;
    if !DOWN & g != system then
      round[g].active := true;
      MarkInside(g, MARKER_GPU, round[g].left);
    end;
  end;

  rule "system home sends markers"
    r.state = AT_SYSTEM & !system_round.active & RoomOfSystem() &
    (DIRECT -> forall p: Gpu do RoomInside(p) end)
  ==>
  begin
    r.state := MARKED;
    system_round.active := true;
    if MARKS then
      MarkInside(system, MARKER_SYSTEM, system_round.left);
      for p: Gpu do
        if p != system & (DOWN | p != g) & (ALL | gpus[p]) then
          Send(p, home[p], MARKER_SYSTEM, MAXAGE);
          system_round.left := system_round.left + 1;
          if DIRECT then
            MarkInside(p, MARKER_SYSTEM, system_round.left);
          elsif TREE then
            system_round.left := system_round.left + Others();
          end;
        end;
      end;
    end;
    LessOne(system_round.left);
  end;

  rule "release ends"
    r.state = MARKED &
    (r.scope = GPU -> round[g].left = 0) &
    (r.scope = SYSTEM -> system_round.left = 0 & (DOWN | g = system | round[g].left = 0))
  ==>
  begin
    assert "a release's stores have reached their home"
      !(r.stores & access[g][m][c].state = WAITS & (mshr[g][m].state = ASKS | mshr[g][m].state = PARKED));
    assert "what a release of the system publishes has reached the system home"
      r.scope = SYSTEM -> r.knows > 0;
    if NEAR then Learn(published[g], r.knows); end;
    if r.scope = GPU then
      round[g].active := false;
    else
      Learn(published_system, r.knows);
      system_round.active := false;
      if !DOWN & g != system then round[g].active := false; end;
    end;
    undefine r;
    r.state := NONE;
  end;

  end; -- alias

end; end; end;

procedure Acknowledge(var r: Round);
begin
  if r.acks < r.left then r.acks := r.acks + 1; end;
end;

procedure TakeAck(var r: Round);
begin
  r.acks := r.acks - 1;
  r.left := r.left - 1;
end;

ruleset g: Gpu do
  rule "GPU home takes an acknowledgement"
    round[g].acks > 0
  ==>
  begin
    TakeAck(round[g]);
  end;
end;

rule "system home takes an acknowledgement"
  system_round.acks > 0
==>
begin
  TakeAck(system_round);
end;

-- ---- requests at the homes ----

ruleset g: Gpu do ruleset m: Gpm do

  alias x: mshr[g][m] do

  rule "system home answers a load"
    !IsSystem(g, m) & x.state = ASKS & AsksSystem(g, m) & Loads(x.op) & Room(g, m)
  ==>
  begin
    x.state := ANSWERED;
    Send(g, m, FILL, 1);
    Share(g, m);
  end;

  rule "system home takes a store"
    !IsSystem(g, m) & x.state = ASKS & AsksSystem(g, m) & !Loads(x.op) & RoomOfSystem()
  ==>
  begin
    x.state := ANSWERED;
    TakeAtSystem(g, m);
    Send(g, m, DONE, 1);
  end;

  end; -- alias

  alias x: mshr[g][m]; h: mshr[g][home[g]]; copy: l2[g][home[g]] do

  rule "GPU home answers a load"
    x.state = ASKS & !AsksSystem(g, m) & Loads(x.op) & (x.op = FRESH_LOAD -> x.scope = GPU) &
    Serves(g, home[g]) & Room(g, m)
  ==>
  begin
    x.state := ANSWERED;
    Send(g, m, FILL, copy.data);
    Share(g, m);
  end;

  rule "GPU home passes a load on"
    x.state = ASKS & !AsksSystem(g, m) & Loads(x.op) &
    (!copy.valid | (x.op = FRESH_LOAD & x.scope = SYSTEM)) &
    (h.state = FREE | (h.state != FREE & Loads(h.op)))
  ==>
  begin
    if h.state = FREE then Ask(g, home[g], x.op, SYSTEM); end;
    x.state := PARKED;
  end;

  rule "GPU home fetches the line for an atomic"
    x.state = ASKS & !AsksSystem(g, m) & !Loads(x.op) & !ReadyFor(g, x.op, x.scope) & h.state = FREE
  ==>
  begin
    Ask(g, home[g], LOAD, SYSTEM);
  end;

  rule "GPU home takes a store"
    x.state = ASKS & !AsksSystem(g, m) & !Loads(x.op) & h.state = FREE & RoomInside(g) &
    (x.op = ATOMIC -> ReadyFor(g, x.op, x.scope))
  ==>
  begin
    if x.op = ATOMIC then TakeAtGpu(g, m, ATOMIC, x.scope); else TakeAtGpu(g, m, STORE, SYSTEM); end;
    if EARLY & (x.op = STORE | (x.op = ATOMIC & x.scope = GPU)) then
      x.state := ANSWERED;
      Send(g, m, DONE, 0);
    else
      x.state := PARKED;
    end;
  end;

  end; -- alias

end; end;

-- ---- what comes down ----

ruleset g: Gpu do ruleset m: Gpm do ruleset i: Place do

  alias w: waiting[g][m] do

  rule "what waits leaves its home"
    i < w.n & Room(g, m) & (i = 0 | (!BEHIND & IsMarker(w.at[i].kind)))
  ==>
  begin
    Append(down[g][m], w.at[i].kind, MAXAGE);
    Take(w, i);
  end;

  end; -- alias

end; end; end;

-- A GPU home hands an answer on to its packages that wait for it.
procedure HandOn(g: Gpu; kind: Kind; data: Age);
begin
  for p: Gpm do
    if mshr[g][p].state = PARKED then
      mshr[g][p].state := ANSWERED;
      Send(g, p, kind, data);
      if kind = FILL then Share(g, p); end;
    end;
  end;
end;

procedure Arrives(g: Gpu; m: Gpm; kind: Kind; data: Age);
begin
  switch kind
  case FILL:
    AnswerAll(g, m, data);
    l2[g][m].valid := true;
    l2[g][m].data := data;
    if g != system & IsHome(g, m) then HandOn(g, FILL, data); end;
    Free(g, m);
  case DONE:
    -- An atomic has dropped the copies that it passed; that of a GPU has changed its home's.
    if UPDATES & l2[g][m].valid & !PARTIAL then
      if mshr[g][m].op = STORE | IsHome(g, m) & mshr[g][m].scope = GPU then l2[g][m].data := data; end;
    end;
    if g != system & IsHome(g, m) then HandOn(g, DONE, data); end;
    -- A home that has shown the store has answered.
    if !(g != system & IsHome(g, m) & EARLY & mshr[g][m].op = STORE) then AnswerAll(g, m, data); end;
    Free(g, m);
  case INVALIDATION:
    Forget(l2[g][m]);
    if PASSES & g != system & IsHome(g, m) then KillInside(g, m, false); end;
  case MARKER_GPU:
    Acknowledge(round[g]);
  case MARKER_SYSTEM:
    if TREE | g = system | IsHome(g, m) then Acknowledge(system_round); end;
    if MARKS_ON & !DIRECT & g != system & IsHome(g, m) then
      for p: Gpm do
        if p != m then Send(g, p, MARKER_SYSTEM, MAXAGE); end;
      end;
    end;
  end;
end;

ruleset g: Gpu do ruleset m: Gpm do ruleset i: Place do

  alias d: down[g][m] do

  rule "message arrives"
    i < d.n &
    (i = 0 | (!ORDER & d.at[i].kind = INVALIDATION) | (!BEHIND & IsMarker(d.at[i].kind))) &
    (g != system & IsHome(g, m) & HasAge(d.at[i].kind) -> RoomToAnswer(g)) &
    (g != system & IsHome(g, m) & !HasAge(d.at[i].kind) -> RoomToKill(g))
  ==>
  var kind: Kind;
      data: Age;
  begin
    kind := d.at[i].kind;
    data := MAXAGE;
    if HasAge(kind) then data := d.at[i].data; end;
    Take(d, i);
    Arrives(g, m, kind, data);
  end;

  end; -- alias

end; end; end;

-- ---- what is forgotten ----

ruleset g: Gpu do ruleset m: Gpm do
  rule "L2 forgets a copy"
    !stopping & !STEADY & l2[g][m].valid
  ==>
  begin
    Forget(l2[g][m]);
  end;
end; end;

ruleset g: Gpu do
  rule "GPU home's entry gives way"
    !stopping & !STEADY & RoomInside(g) & (g = system -> RoomOfSystem()) &
    ((g = system & exists p: Gpu do gpus[p] end) | exists m: Gpm do inside[g][m] end)
  ==>
  begin
    if GIVES then
      KillInside(g, home[g], false);
      if g = system then KillGpus(g, false); end;
    else
      for m: Gpm do inside[g][m] := false; end;
      if g = system then for p: Gpu do gpus[p] := false; end; end;
    end;
  end;
end;

-- ---- beginning and end ----

function Quiet(): boolean;
begin
  return !system_round.active & forall g: Gpu do
    !round[g].active & forall m: Gpm do
      mshr[g][m].state = FREE & down[g][m].n = 0 & waiting[g][m].n = 0 &
      forall c: Core do access[g][m][c].state = IDLE & release[g][m][c].state = NONE end
    end
  end;
end;

-- While cores stop, only what is under way goes on: if it ends before all is done, that is a deadlock.
rule "cores stop"
  STOPS & !stopping & !Quiet()
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

-- Each GPU has any package as its home of the line; the GPU homes are all of one number, as packages have no order.
ruleset s: Gpu do ruleset h: Gpm do
  startstate
  begin
    undefine access;
    undefine mshr;
    undefine release;
    undefine knows;
    undefine down;
    undefine waiting;
    system := s;
    system_round.active := false;
    system_round.left := 0;
    system_round.acks := 0;
    published_system := MAXAGE;
    stopping := false;
    for g: Gpu do
      home[g] := h;
      gpus[g] := false;
      round[g].active := false;
      round[g].left := 0;
      round[g].acks := 0;
      published[g] := MAXAGE;
      for m: Gpm do
        Forget(l2[g][m]);
        mshr[g][m].state := FREE;
        down[g][m].n := 0;
        waiting[g][m].n := 0;
        inside[g][m] := false;
        for c: Core do
          Forget(l1[g][m][c]);
          access[g][m][c].state := IDLE;
          release[g][m][c].state := NONE;
          if KNOW then knows[g][m][c] := MAXAGE; end;
        end;
      end;
    end;
  end;
end; end;

-- ---- what must hold of each state ----

function IsAt(g: Gpu; m: Gpm; i: Place; kind: Kind): boolean;
begin
  if i >= down[g][m].n then return false; end;
  return down[g][m].at[i].kind = kind;
end;

-- Messages of a kind in a channel.
function Number(d: Channel; kind: Kind): Messages;
var
  n: Messages;
begin
  n := 0;
  for i: Place do
    if i < d.n then
      if d.at[i].kind = kind then n := n + 1; end;
    end;
  end;
  return n;
end;

-- On their way to an L2, or waiting to be.
function Coming(g: Gpu; m: Gpm; kind: Kind): Messages;
begin
  return Number(down[g][m], kind) + Number(waiting[g][m], kind);
end;

-- Whether the L2 has a copy when all that is in its channel, and waits to enter it, has arrived.
function WillHave(g: Gpu; m: Gpm): boolean;
var
  has: boolean;
begin
  has := l2[g][m].valid;
  for i: Place do
    if i < down[g][m].n then
      if down[g][m].at[i].kind = FILL then has := true; end;
      if down[g][m].at[i].kind = INVALIDATION then has := false; end;
    end;
  end;
  return has & Number(waiting[g][m], INVALIDATION) = 0;
end;

function IsSharer(g: Gpu; m: Gpm): boolean;
begin
  if g != system & IsHome(g, m) then return gpus[g]; end;
  return inside[g][m];
end;

-- Whether a value may be in the L2s of a GPU, by what has been published there.
function Fits(g: Gpu; data: Age): boolean;
begin
  return data <= published[g] & data <= published_system;
end;

invariant "no copy is older than what a release of its scope has published"
  forall g: Gpu do
    !PLACES | (published[g] = MAXAGE & published_system = MAXAGE) | forall m: Gpm do
      (Serves(g, m) -> Fits(g, l2[g][m].data)) &
      (down[g][m].n = 0 | forall i: Place do
        i < down[g][m].n & HasAge(down[g][m].at[i].kind) -> Fits(g, down[g][m].at[i].data)
      end)
    end
  end;

invariant "who has a copy is a sharer, or is being invalidated"
  !SHARERS | forall g: Gpu do forall m: Gpm do
    (IsSharer(g, m) | !WillHave(g, m)) &
    (g != system & inside[g][m] & !gpus[g] -> Coming(g, home[g], INVALIDATION) > 0)
  end end;

-- Markers of the system that are under way, and acknowledgements.
function Owed(): Count;
var
  n: Count;
  coming: Messages;
begin
  n := system_round.acks;
  for g: Gpu do for m: Gpm do
    coming := Coming(g, m, MARKER_SYSTEM);
    n := n + coming;
    if g != system & IsHome(g, m) & !DIRECT then n := n + coming * Others(); end;
  end; end;
  return n;
end;

function OwedInside(g: Gpu): Count;
var
  n: Count;
begin
  n := round[g].acks;
  for m: Gpm do n := n + Coming(g, m, MARKER_GPU); end;
  return n;
end;

invariant "each marker is acknowledged once, and a release waits for all"
  !SHARERS | !ONCE | !TREE |
  ((!system_round.active | system_round.left = Owed()) &
   forall g: Gpu do !round[g].active | round[g].left = OwedInside(g) end);

-- ---- what must be seen ----

cover "a copy is stale until a release"
  !COVERS | exists g: Gpu do exists m: Gpm do Serves(g, m) & l2[g][m].data > 1 end end;

cover "a copy in an L1 is older than what has been published"
  !COVERS | !L1 | exists g: Gpu do exists m: Gpm do exists c: Core do
    l1[g][m][c].valid & l1[g][m][c].data > published_system
  end end end;

cover "an entry that gives way takes a copy that is not stale"
  !COVERS | STEADY | exists g: Gpu do exists m: Gpm do
    Serves(g, m) & l2[g][m].data = 1 & !Locked(g, m) & IsAt(g, m, 0, INVALIDATION)
  end end;

cover "an invalidation waits behind a fill of before"
  !COVERS | exists g: Gpu do exists m: Gpm do IsAt(g, m, 0, FILL) & IsAt(g, m, 1, INVALIDATION) end end;

cover "a fill waits behind an invalidation of before"
  !COVERS | STEADY | exists g: Gpu do exists m: Gpm do IsAt(g, m, 0, INVALIDATION) & IsAt(g, m, 1, FILL) end end;

cover "an answer has passed an invalidation, which takes what it gave"
  !COVERS | !(PASS_INSIDE | PASS_ACROSS) | !STEADY | exists g: Gpu do exists m: Gpm do
    Serves(g, m) & l2[g][m].data = 1 & !Locked(g, m) & IsAt(g, m, 0, INVALIDATION)
  end end;

cover "a marker waits behind an invalidation"
  !COVERS | exists g: Gpu do exists m: Gpm do
    Serves(g, m) & l2[g][m].data > 1 & IsAt(g, m, 0, INVALIDATION) & IsAt(g, m, 1, MARKER_SYSTEM)
  end end;

cover "a GPU home has to pass on an invalidation before a marker"
  !COVERS | GPMS = 1 | GPUS = 1 | exists g: Gpu do exists m: Gpm do
    g != system & inside[g][m] & IsAt(g, home[g], 0, INVALIDATION) & IsAt(g, home[g], 1, MARKER_SYSTEM)
  end end;

cover "a store is shown to its GPU before the system home has taken it"
  !COVERS | !EARLY | exists g: Gpu do exists m: Gpm do !IsHome(g, m) & Serves(g, m) & l2[g][m].data = 0 end end;
